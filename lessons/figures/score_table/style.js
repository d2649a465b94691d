// The look of the tables of scores, on top of the laboratory figures'.
export const TABLE_STYLE = `
.formula { font: 17px/1.5 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; margin: 0 0 6px; white-space: pre-wrap; }
.about { font-size: 15px; margin: 0 0 8px; max-width: 60em; min-height: 44px; }
.gb .heat-dial { margin: 4px 0 6px; flex-wrap: wrap; } .gb .heat-dial b { color: var(--text); min-width: 44px; } .heat-dial .meant { min-width: 150px; }
.gb table.scores { width: 100%; font-size: 15px; } .gb table.scores th, .gb table.scores td { padding: 5px 16px 5px 0; white-space: nowrap; text-align: left; font-weight: 400; }
.gb table.scores thead th { color: var(--soft); font-size: 13.5px; border-bottom: 1px solid var(--line); }
.gb table.scores tbody tr:nth-child(-n+2) th { color: var(--text); } .gb table.scores tbody tr > * { border-bottom: 0 !important; padding: 5px 16px 5px 0 !important; }
.gb table.scores .best > * { background: var(--tint); } .gb table.scores .how { color: var(--soft); white-space: normal; } .gb table.scores .amount { min-width: 64px; }
.lab .share.wide { width: 120px; height: 11px; vertical-align: -1px; }
.formula, .about, .output, .card .label { overflow-wrap: anywhere; } .output { font-size: 16px; font-weight: 600; margin: 10px 0 4px; }
`;
