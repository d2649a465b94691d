// Styles of the lab figures, on top of style.js.
export const LAB_STYLE = `
.lab .grow { flex: 1; }
.lab .keys { margin-top: 10px; }
.lab .card { border: 1px solid var(--line); border-radius: 14px; padding: 16px 18px; background: var(--ground); }
.lab .halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px 28px; align-items: start; }
.lab .halves.one { grid-template-columns: minmax(0, 1fr); }
.lab .label { font-size: 13.5px; color: var(--soft); margin: 0 0 8px; min-height: 20px; }
.lab .label b { color: var(--text); font-weight: 600; }
.lab .read { font-size: 14px; margin: 6px 0 0; min-height: 21px; } .lab .read.soft { color: var(--soft); }
.lab .dials { display: flex; flex-wrap: wrap; gap: 8px 22px; align-items: center; margin: 0 0 12px; }
.lab .dial { display: inline-flex; max-width: 100%; flex-wrap: wrap; align-items: center; gap: 8px; font-size: 13.5px;
  color: var(--soft); white-space: nowrap; }
.lab input[type=range] { width: 132px; accent-color: var(--text); margin: 0; }
.lab input[type=number] { font: inherit; font-size: 13.5px; width: 74px; color: var(--text); background: var(--ground);
  border: 1px solid var(--line); border-radius: 8px; padding: 4px 6px 4px 9px; font-variant-numeric: tabular-nums; }
.lab input[type=number].long { width: 92px; }
.lab input:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.lab .presets { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; font-size: 13px; color: var(--soft);
  margin: 0 0 12px; }
.gb.lab .presets button { font-size: 13px; padding: 3px 11px; border-radius: 99px; }
.gb.lab .presets button[aria-pressed=true] { border-color: var(--text); background: var(--panel);
  color: var(--text); font-weight: 600; }
.lab .state { font-size: 12.5px; color: var(--soft); border: 1px solid var(--line); border-radius: 99px;
  padding: 2px 10px; white-space: nowrap; }
.lab .state.sure { color: var(--good); border-color: var(--good); }
.lab .state.guess { color: var(--negative_text); border-color: var(--negative); border-style: dashed; }
.lab .refused { border: 1px solid var(--line); border-left: 4px solid var(--negative); border-radius: 9px;
  padding: 16px 18px; font-size: 15px; min-height: 120px; } .lab .refused b { display: block; margin-bottom: 4px; }
.heat { position: relative; }
.heat canvas, .heat svg { position: absolute; left: 0; top: 0; display: block; overflow: visible; }
.heat .over { pointer-events: none; } .heat canvas { cursor: crosshair; border-radius: 3px; }
.heat text, .plot text { fill: var(--soft); font-size: 12px; font-family: inherit; }
.heat text.axis, .plot text.axis { font-size: 12px; }
.heat text.in { font-weight: 500; } .heat text.on { fill: var(--text); font-weight: 700; }
.heat rect.row { fill: none; stroke: var(--query); stroke-width: 2; }
.heat rect.column { fill: none; stroke: var(--key); stroke-width: 2; }
.heat rect.spot { fill: none; stroke: var(--text); stroke-width: 1; stroke-dasharray: 3 2; }
.plot { display: block; overflow: visible; } .plot .rule { stroke: var(--line); stroke-width: 1; }
.plot .zero { stroke: var(--hatch); stroke-width: 1; }
.plot .curve { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.plot .guide { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 4 3; }
.plot .hit { fill: transparent; cursor: pointer; } .plot text.series { font-size: 15px; font-weight: 700; }
.lab .more { margin: 12px 0 0; font-size: 13.5px; color: var(--soft); }
.lab .more summary { cursor: pointer; margin: 0 0 10px; }
.lab .below { margin-top: 16px; } .lab .dials.inner { margin: 0; }
.lab .wave { display: grid; grid-template-columns: 92px minmax(0, 1fr); align-items: center; gap: 4px;
  min-height: 58px; }
.gb.lab .wave .plain { border: 0; background: none; padding: 2px 4px; text-align: right; color: var(--soft);
  font-size: 12.5px; line-height: 1.3; }
.wave .plain b { display: block; color: var(--text); font-weight: 500; font-size: 13px; }
.wave .plain[aria-pressed=true] b { color: var(--key_text); font-weight: 700; }
.lab .equation { display: flex; align-items: center; flex-wrap: wrap; gap: 8px;
  font: 12.5px/1.5 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; margin: 8px 0; }
.lab .bracket { border-collapse: collapse; border-left: 1.5px solid var(--text); border-right: 1.5px solid var(--text);
  border-radius: 3px; } .lab .bracket td { padding: 1px 6px; text-align: right; border: 0; }
.lab .why { font: 13.5px/1.4 var(--st-font, -apple-system, "Segoe UI", Roboto, sans-serif); margin: 0 0 6px; }
.lab .read.bad { color: var(--negative_text); }
.lab .split { display: flex; flex-wrap: wrap; gap: 18px 28px; align-items: flex-start; }
.lab .verdict { flex: 1 1 260px; min-width: 0; } .lab .verdict .legend { margin-top: 4px; }
.lab .printed { flex: 0 1 auto; }
.lab .tiles { display: flex; flex-wrap: wrap; gap: 6px; }
.gb.lab .tile { font-size: 15px; padding: 6px 12px; border: 1.5px solid var(--line); border-radius: 9px;
  background: var(--panel); } .gb.lab .tile.still { background: none; color: var(--soft); }
.gb.lab .tile:disabled { opacity: 1; } .gb.lab .tile.moved { border-color: var(--key); }
.gb.lab .tile[aria-pressed=true] { background: var(--panel); border-color: var(--text); color: var(--text);
  font-weight: 600; }
.lab p.verdict { font-size: 15px; border-left: 4px solid var(--line); padding: 2px 0 2px 12px; margin: 0 0 12px; }
.lab .halves p.verdict { min-height: 70px; } .lab p.verdict.good { border-color: var(--good); }
.lab p.verdict.bad { border-color: var(--negative); }
.lab .said { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 14px; margin: 0;
  font-size: 14.5px; } .lab .said dt { color: var(--soft); } .lab .said dd { margin: 0; }
.lab .under { margin: 2px 0 6px; } .lab .under input[type=range] { display: block; }
.lab .dot { display: inline-block; width: 10px; height: 10px; border-radius: 99px; margin-right: 8px; }
.lab .share { display: inline-block; width: 70px; height: 8px; border-radius: 4px; background: var(--line);
  margin-right: 8px; overflow: hidden; vertical-align: 1px; } .lab .share i { display: block; height: 100%; }
.lab .formula { font: 13px/1.6 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace;
  color: var(--soft); white-space: pre-wrap; margin: 0 0 12px; }
.lab .printed { position: relative; overflow-x: auto; }
.lab .printed table { border-collapse: separate; border-spacing: 4px; }
.lab .printed caption { text-align: left; font-size: 12px; color: var(--soft); padding: 0 0 2px 38px; }
.lab .printed th { font-size: 12.5px; font-weight: 400; color: var(--soft); padding: 0 10px; border: 0;
  text-align: center; } .lab .printed th.on { color: var(--text); font-weight: 700; }
.lab .printed td { padding: 0; border: 0; }
.gb.lab .printed button { display: grid; align-content: center; justify-items: center; width: 116px; height: 56px;
  padding: 2px; font-size: 16px; line-height: 1.25; border-radius: 8px; background: var(--panel);
  border: 1.5px solid var(--line); }
.gb.lab .printed .good button { background: color-mix(in srgb, var(--good) 12%, var(--ground));
  border-color: var(--good); }
.gb.lab .printed .slip button { background: color-mix(in srgb, var(--negative) 13%, var(--ground));
  border-color: var(--negative); }
.printed .slip .was { text-decoration: line-through; color: var(--soft); font-size: 13.5px; }
.printed .is { font-weight: 650; }
.gb.lab .printed .wrongly button { border-style: dashed; border-width: 2.5px; }
.gb.lab .printed .chosen button { outline: 2.5px solid var(--query); outline-offset: 1px; }
.lab .legend-item { display: inline-flex; align-items: center; gap: 6px; margin-right: 12px; }
.legend-item i { width: 16px; height: 12px; border-radius: 4px; border: 1.5px solid var(--line); }
.legend-item i.good { border-color: var(--good); background: color-mix(in srgb, var(--good) 12%, var(--ground)); }
.legend-item i.slip { border-color: var(--negative);
  background: color-mix(in srgb, var(--negative) 13%, var(--ground)); }
.legend-item i.wrongly { border: 2px dashed var(--soft); }
.lab .bar.after { margin: 12px 0 6px; } .lab .caption.told { color: var(--text); font-size: 14.5px; }
.lab .line.wide { grid-template-columns: max-content 15px minmax(0, 1fr); column-gap: 6px; overflow-wrap: anywhere; }
`;
