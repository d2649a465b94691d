// Styles of video frames and of the weights below them.
import { CAPTION_STYLE } from "../../../figures/kit/captions.js";

export const STRIP_STYLE = `${CAPTION_STYLE}
.strip { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); gap: 10px 4px;
  margin-bottom: 16px; }
.strip + .says { grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
.strip + .says > :last-child { grid-column: 1 / -1; }
.strip + .says p { margin: 6px 0 0; }
.strip > div { padding: 3px; border: 2px dashed transparent; border-radius: 8px; min-width: 0; }
.strip > .about { border-color: var(--text); }
.strip canvas { display: block; width: 100%; aspect-ratio: 1; border: 1px solid var(--line); border-radius: 5px;
  image-rendering: pixelated; background: #fff; }
.strip svg { display: block; width: 100%; height: 52px; margin-top: 3px; border-bottom: 1px solid var(--line); }
.strip .weight { fill: var(--weight_full); }
.strip > div p { margin: 2px 0 0; font-size: 12px; color: var(--soft); text-align: center; white-space: nowrap; }
`;
