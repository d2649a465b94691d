// Scores over the length of a row, beyond the lengths of training; and one row run by each model.
import { chartDrawing } from "../kit/chart_drawing.js";

export const draw = chartDrawing();
