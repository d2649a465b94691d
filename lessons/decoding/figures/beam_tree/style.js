// Styles of the tree of a beam search, on top of lab_style.js.
export const TREE_STYLE = `
.beams .tree { overflow-x: auto; margin: 10px 0 4px; } .beams svg.grown { display: block; font-family: inherit; }
.beams svg.grown text { fill: var(--text); } .beams svg.grown text.total { fill: var(--soft); font-size: 12px; } .beams svg.grown text.more { fill: var(--soft); font-size: 12px; }
.beams .box { fill: var(--ground); stroke: var(--line); stroke-width: 1.2; } .beams .kept .box { stroke: var(--text); fill: var(--chosen); } .beams .aside .box { stroke: var(--good); stroke-width: 2; }
.beams .cut .box { stroke-dasharray: 3 3; } .beams .cut text { fill: var(--soft) !important; }
.beams .twig { fill: none; stroke: var(--line); stroke-width: 1.2; } .beams .twig.kept { stroke: var(--text); stroke-width: 1.8; } .beams .twig.aside { stroke: var(--good); stroke-width: 1.8; } .beams .twig.cut { stroke-dasharray: 3 3; }
.beams .greedy-line { fill: none; stroke: var(--key); stroke-width: 5; opacity: .38; stroke-linecap: round; }
.beams .answer-line { fill: none; stroke: var(--good); stroke-width: 2.6; }
.beams .best-line { fill: none; stroke: var(--query); stroke-width: 2.2; stroke-dasharray: 1 4; stroke-linecap: round; } .beams .cut.best .box { stroke: var(--query); stroke-width: 1.6; } .beams svg.grown text.star { fill: var(--query); font-size: 17px; pointer-events: none; } .beams tr.missed td { color: var(--query); }
.beams g.node { cursor: pointer; } .beams g.node:hover .box { stroke: var(--text); } .beams g.chosen .box { stroke: var(--text); stroke-width: 2.4; }
.beams .under { display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); gap: 14px 28px; margin-top: 12px; align-items: start; } .beams .under.one { grid-template-columns: minmax(0, 1fr); }
.beams table { border-collapse: collapse; font-size: 14px; width: 100%; } .beams th { text-align: left; font-weight: 400; font-size: 12.5px; color: var(--soft); padding: 2px 10px 2px 0; border: 0; } .beams td { padding: 3px 10px 3px 0; border: 0; font-variant-numeric: tabular-nums; } .beams tr.first td { font-weight: 650; } .beams td.amount, .beams th.amount { text-align: right; white-space: nowrap; }
.beams .told p { margin: 0 0 6px; font-size: 14.5px; } .beams .told p.soft { color: var(--soft); }
.beams .legend i { display: inline-block; width: 22px; height: 0; border-top: 2px solid var(--line); margin-right: 6px; vertical-align: 4px; } .beams .legend span { margin-right: 16px; font-size: 12.5px; color: var(--soft); } .beams .legend i.kept { border-color: var(--text); } .beams .legend i.aside { border-color: var(--good); } .beams .legend i.cut { border-top-style: dashed; } .beams .legend i.greedy { border-top: 5px solid var(--key); opacity: .5; vertical-align: 3px; } .beams .legend i.best { border-color: var(--query); border-top-style: dotted; }
.staged .beams .told p:first-child { display: none; }
.staged .beams .told p.soft, .bare .beams .dials :is(button:not([aria-pressed=true]), input) { display: none; }
.bare .beams { position: relative; } .gb.bare .beams .legend { position: absolute; right: 14px; top: 9px; margin: 0; } .bare .beams .legend span { margin: 0 0 0 12px; }
.staged .tree { margin: 4px 0; } .staged .under { margin-top: 0; }
.gb.staged .beams .under { grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr); } .staged .told p { margin-bottom: 2px; }
`;
