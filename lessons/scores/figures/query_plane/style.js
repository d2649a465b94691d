// Styles of the planes, on top of those of the lab figures.
export const PLANE_STYLE = `
.planes { display: grid; gap: 20px; align-items: start; margin: 14px 0 4px; }
.plane { display: block; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; touch-action: none; overflow: hidden; }
.planes > :first-child .plane { cursor: grab; } .planes > :first-child .plane:active { cursor: grabbing; }
.plane .axis { stroke: var(--line); stroke-width: 1; } .plane .ray { stroke-width: 2; opacity: .6; }
.plane .mark { stroke: var(--ground); stroke-width: 2; }
.plane text { fill: var(--text); paint-order: stroke; stroke: var(--panel); stroke-width: 3px; pointer-events: none; font-family: inherit; } .plane text.chosen { font-weight: 700; }
`;
