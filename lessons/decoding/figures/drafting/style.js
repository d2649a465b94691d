// Styles of drafting, on top of the kit's.
export const DRAFTING_STYLE = `
.lab .drafting { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 20px 32px; align-items: start; } .lab .drafting.one { grid-template-columns: minmax(0, 1fr); }
.lab .sofar { font-size: 17px; margin: 0 0 12px; overflow-wrap: anywhere; white-space: pre-wrap; } .lab .sofar .given { color: var(--soft); } .lab .sofar .later { color: var(--soft); font-style: italic; }
.lab .calls { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 12px; align-items: center; } .lab .calls .which { font-size: 12.5px; color: var(--soft); }
.lab .calls .later { --good: var(--line); --negative: var(--soft); --text: var(--soft); font-style: italic; } .lab .calls .symbols { display: flex; flex-wrap: wrap; gap: 3px; }
.gb.lab .symbol { font-size: 15px; line-height: 1.2; min-width: 26px; padding: 3px 4px; border: 1.5px solid var(--line); border-radius: 8px; background: var(--ground); }
.gb.lab .symbol:disabled { opacity: 1; color: var(--soft); border-style: dashed; }
.gb.lab .symbol.is-accepted { border-color: var(--good); background: color-mix(in srgb, var(--good) 13%, var(--ground)); }
.gb.lab .symbol.is-refused { border-color: var(--negative); } .symbol s { color: var(--negative); margin-right: 5px; } .symbol b { color: var(--text); }
.gb.lab .symbol.is-more { border-color: var(--text); } .gb.lab .symbol[aria-pressed=true] { outline: 2.5px solid var(--text); outline-offset: 1px; }
.distributions { display: block; margin-top: 12px; } .distributions text { fill: var(--soft); font-size: 12.5px; } .distributions text.distribution { fill: var(--text); font-size: 13px; font-weight: 600; } .distributions text.on { fill: var(--text); font-weight: 700; } .distributions line { stroke: var(--line); }
.distributions .of-p { fill: var(--weight); } .distributions .of-q { fill: var(--query); } .distributions .of-residual { fill: var(--key); }
.legend-item i.is-accepted { border-color: var(--good); background: color-mix(in srgb, var(--good) 13%, var(--ground)); } .legend-item i.is-refused { border-color: var(--negative); } .legend-item i.is-new { border-color: var(--text); } .legend-item i.is-unread { border-style: dashed; }
`;
