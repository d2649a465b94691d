// Styles of the checks, on top of those of the lab figures.
export const LIGHTS_STYLE = `
.lit { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 14px 28px; align-items: start; margin-top: 6px; }
@media (max-width: 800px) { .lit { grid-template-columns: minmax(0, 1fr); } }
.lamps { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px; min-width: 0; } .gb.lab .lamps .row { display: flex; min-width: 0; gap: 10px; align-items: flex-start; text-align: left; border-color: transparent; padding: 5px 8px; font-size: 14.5px; background: none; }
.gb.lab .lamps .row[aria-pressed=true] { background: var(--panel); border-color: var(--text); } .lamps .text { min-width: 0; flex: 1; } .lamps .text i { font-style: normal; color: var(--soft); font-size: 13px; margin-left: 4px; }
.lamps .short { display: block; color: var(--soft); font-size: 13px; line-height: 1.3; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.lamp { display: inline-grid; place-content: center; width: 22px; height: 22px; flex: none; font-weight: 700; font-size: 14px; line-height: 1; border: 2px solid; margin-top: 1px; }
.lamp.green { color: var(--good); border-radius: 99px; background: color-mix(in srgb, var(--good) 14%, var(--ground)); } .lamp.red { color: var(--ground); background: var(--negative); border-color: var(--negative); border-radius: 4px; }
.lamp.grey { color: var(--soft); border-style: dashed; border-radius: 99px; }
.detail { min-width: 0; min-height: 300px; border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px; background: var(--panel); } .detail h2 { display: flex; align-items: center; gap: 8px; margin: 0 0 8px; padding: 0; font-size: 17px; color: var(--text); } .detail h2 .which { font-weight: 400; color: var(--soft); font-size: 14.5px; }
.detail .says { font-size: 15.5px; margin: 0 0 10px; overflow-wrap: anywhere; } .detail .said { margin-bottom: 10px; } .detail dd { overflow-wrap: anywhere; min-width: 0; } .detail .code { font: 13px/1.6 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
.gb.lab .detail .link { border: 0; background: none; padding: 0; color: var(--query); text-decoration: underline; font: inherit; } .detail .axes { min-height: 0; margin: 0 0 2px; }
.detail .source { white-space: pre; overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 9px; padding: 10px 12px; margin: 10px 0 0; color: var(--text); }
.staged .lamps .short { display: none; } .gb.lab.staged .lamps .row { padding: 1px 8px; }
.staged .detail { min-height: 0; } .staged .lit + div .verdict { display: none; }
.lab .lit + div .verdict { margin: 14px 0 8px; }
`;
