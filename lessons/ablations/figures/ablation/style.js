// Styles of the three columns of an ablation, on top of lab_style.js.
export const ABLATION_STYLE = `
.ablation { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 18px 26px; align-items: start; }
.ablation .column { min-width: 0; }
.ablation h2 { margin: 0; font-size: 14.5px; font-weight: 650; line-height: 1.3; padding: 0; color: var(--text); }
.ablation .empty { border: 1px dashed var(--line); border-radius: 10px; padding: 12px 14px; min-height: 150px; }
.ablation .empty p { margin: 6px 0 0; font-size: 14px; }
.ablation .waits { align-self: stretch; border: 1.5px dashed var(--query); border-radius: 10px;
  background: repeating-linear-gradient(45deg, transparent 0 6px, var(--hatch) 6px 7px); }
.ablation .waits > * { background: var(--ground); border-radius: 5px; padding: 0 5px; width: fit-content; }
.ablation .big { font-size: 34px; font-weight: 650; line-height: 1.15; margin: 4px 0 0; }
.ablation .small { font-size: 13px; color: var(--soft); margin: 4px 0 0; }
.ablation .measured { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 16px; }
.ablation .measured .big { flex: none; }
.ablation .whisker { display: block; flex: none; margin: 2px 0; }
.ablation .where { font-weight: 400; margin-left: 8px; }
.ablation svg text { fill: var(--soft); font-size: 12px; font-family: inherit; }
.whisker .rule { stroke: var(--line); stroke-width: 2; }
.ablation .found { margin: 8px 0 0; font-size: 14px; border-left: 4px solid var(--line); padding-left: 9px; }
.ablation .found.better { border-color: var(--good); }
.ablation .found.worse, .ablation .found.broken { border-color: var(--negative); }
.ablation .picker { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; border-top: 1px solid var(--line); padding-top: 10px; }
.gb.lab .ablation .example { display: flex; flex-wrap: wrap; gap: 2px 12px; text-align: left; border-color: transparent; background: none; padding: 3px 9px; }
.ablation .example:not([aria-pressed=true]) .to { display: none; }
.gb.lab .ablation .example[aria-pressed=true] { background: var(--panel); border-color: var(--text); }
.ablation .to { color: var(--soft); }
.ablation .small-map { display: block; }
.ablation .small-map .cell { stroke: var(--line); stroke-width: .5; }
.ablation svg text.in { font-size: 12px; pointer-events: none; }
.ablation .read { min-height: 20px; }
.ablation .writes { margin: 6px 0 0; font-size: 14.5px; display: flex; flex-wrap: wrap; gap: 1px 6px; }
.ablation .writes span { padding: 0 2px; border-bottom: 2.5px solid transparent; }
.ablation .writes .wrong { border-bottom-color: var(--negative); background: color-mix(in srgb, var(--negative) 14%, var(--ground)); border-radius: 4px; }
.staged .ablation { gap: 8px 22px; } .staged .ablation .big { font-size: 28px; margin: 0; }
.staged .ablation .small { margin-top: 2px; } .staged .ablation .picker { padding-top: 4px; }
.staged .ablation .found { margin: 4px 0 0; }
.gb.lab.bare .ablation .example:not([aria-pressed=true]), .staged .ablation :is(.read, .where, .picker h2) { display: none; }
.staged .ablation .empty { min-height: 0; } .staged .ablation .writes { margin: 0; line-height: 1.25; }
.staged .ablation .small { margin-top: 0; margin-bottom: 0; line-height: 1.25; }
@media (max-width: 620px) { .ablation { grid-template-columns: minmax(0, 1fr); } }
`;
