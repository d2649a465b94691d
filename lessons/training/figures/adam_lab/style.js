// Styles of the Adam lab, on top of lab_style.js.
export const ADAM_STYLE = `
.adam-map { display: block; border-radius: 8px; background: var(--panel); }
.adam-map text { fill: var(--soft); font-size: 12px; font-family: inherit; }
.adam-map .level { fill: none; stroke: var(--hatch); stroke-width: 1; } .adam-map .axis { stroke: var(--line); stroke-width: 1; }
.adam-map .lowest { stroke: var(--text); stroke-width: 1.6; }
.adam-map path { fill: none; stroke-linejoin: round; stroke-linecap: round; }
.lab .steps-bar { display: flex; align-items: center; flex-wrap: wrap; gap: 8px 12px; margin: 0 0 12px; font-size: 13.5px; color: var(--soft); }
.lab .steps-bar input[type=range] { flex: 1 1 180px; min-width: 120px; width: auto; } .lab .steps-bar output { min-width: 82px; color: var(--text); }
.lab .steps-bar .rates { flex: 0 1 110px; min-width: 80px; } .lab .steps-bar .short { min-width: 34px; }
.gb.lab .walker { display: inline-flex; align-items: center; gap: 7px; } .walker svg { flex: none; }
.adam-charts { display: grid; gap: 10px; min-width: 0; }
.adam-table { border-collapse: collapse; font-size: 14.5px; } .adam-table th { font-weight: 500; text-align: right; color: var(--soft); padding: 4px 12px 8px; border: 0; } .adam-table th[scope=row] { text-align: left; padding: 4px 12px 4px 0; white-space: nowrap; } .adam-table td { padding: 2px; border: 0; }
.gb.lab .adam-table button { width: 100%; text-align: right; padding: 5px 12px; background: var(--panel); } .gb.lab .adam-table button[aria-pressed=true] { outline: 2px solid var(--text); outline-offset: 1px; }
.lab .sum .line.adam { grid-template-columns: 50px 15px minmax(0, 1fr); overflow-wrap: anywhere; } .lab .line.unused { color: var(--soft); } .lab .line .result { font-weight: 600; }
`;
