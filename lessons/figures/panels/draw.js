// A figure that is said and nothing else.
import { saidFigure } from "./said.js";

export const draw = saidFigure();
