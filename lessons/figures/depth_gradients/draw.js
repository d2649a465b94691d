// The size of every layer's gradient, in stacks that are put together differently.
import { chartDrawing } from "../kit/chart_drawing.js";

export const draw = chartDrawing();
