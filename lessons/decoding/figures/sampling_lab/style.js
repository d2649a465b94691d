// Styles of the sampling lab, on top of those of the kit.
export const SAMPLING_STYLE = `
.lab .sampling { display: grid; grid-template-columns: minmax(0, 13fr) minmax(0, 8fr); gap: 20px 32px; align-items: start; }
.lab .sampling.one { grid-template-columns: minmax(0, 1fr); }
.lab .heard { font-size: 17px; margin: 0; } .lab .heard .note { font-size: 13.5px; margin-right: 8px; }
.rows text.word { fill: var(--text); font-size: 13.5px; } .rows .cut text.word { fill: var(--soft); }
.rows text.distribution { fill: var(--text); font-weight: 600; font-size: 12.5px; } .rows text.model, .rows text.count, .rows text.why { font-size: 12.5px; } .rows .cut text.distribution { fill: var(--soft); font-weight: 400; }
.rows .whisker { fill: none; stroke: var(--text); stroke-width: 1.4; } .rows .share { fill: var(--key); stroke: var(--ground); stroke-width: 1; }
.sampling { --pale: color-mix(in srgb, var(--weight) 26%, var(--ground)); }
.rows .of-model { fill: var(--pale); } .rows .of-distribution { fill: var(--weight); } .rows .of-cut { fill: var(--hatch); }
.legend-item i.of-model { background: var(--pale); border-color: var(--pale); } .legend-item i.of-distribution { height: 8px; background: var(--weight); border-color: var(--weight); } .legend-item i.of-cut { background: var(--hatch); border-color: var(--hatch); } .legend-item i.of-drawn { width: 9px; height: 9px; border-radius: 9px; background: var(--key); border: 0; }
.lab .dial output { min-width: 34px; color: var(--text); font-variant-numeric: tabular-nums; }
.lab .written { margin: 0; padding: 0; list-style: none; } .lab .written li { padding: 5px 0; border-bottom: 1px solid var(--line); font-size: 14.5px; overflow-wrap: anywhere; } .lab .written .given { color: var(--soft); }
.lab .old { color: var(--soft); font-style: italic; }
`;
