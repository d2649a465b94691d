// A figure that is only declared.
import { saidFigure } from "./said.js";

export const draw = saidFigure();
