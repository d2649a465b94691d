// Styles of the BPE player: pieces of words, the table of pairs, trees, the curve.
export const BPE_STYLE = `
.gb .range { flex: 1 1 200px; min-width: 120px; accent-color: var(--text); height: 24px; cursor: pointer; margin: 0; }
.range ~ .grow { display: none; }
.at { min-width: 108px; color: var(--soft); white-space: nowrap; } .at b { color: var(--text); }
.headline { font-size: 17px; line-height: 1.75; min-height: 60px; margin: 2px 0 12px; } .headline p { margin: 0; }
.headline .was { color: var(--soft); }
.bpe { display: grid; grid-template-columns: minmax(0, 1fr) 292px; border: 1px solid var(--line); border-radius: 14px; background: var(--ground); }
.bpe.narrow { grid-template-columns: minmax(0, 1fr); }
.bpe section { padding: 16px 18px; min-width: 0; } .bpe .left { min-width: 0; }
.tokens { border-top: 1px solid var(--line); } .pairs { border-left: 1px solid var(--line); }
.narrow .pairs { border-left: 0; border-top: 1px solid var(--line); }
.narrow .halves { grid-template-columns: minmax(0, 1fr) !important; } .bpe.narrow .halves > section + section { border-left: 0; border-top: 1px solid var(--line); }
.halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(330px, 100%), 1fr)); gap: 0; grid-column: 1 / -1; border-top: 1px solid var(--line); }
.halves > section + section { border-left: 1px solid var(--line); }
.bpe h2 { margin: 0 0 12px; font-size: 14.5px; line-height: 1.35; font-weight: 700; padding: 0; color: var(--text); display: flex; flex-wrap: wrap; gap: 2px 10px; }
.bpe h2.below { margin-top: 20px; } .bpe h2 span { font-weight: 400; color: var(--soft); }
.piece { display: inline-block; white-space: pre; unicode-bidi: isolate; font: 1em/1.25 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; padding: .12em .34em; border-radius: .3em; background: var(--panel); box-shadow: inset 0 0 0 1px var(--line); color: var(--text); max-width: 100%; overflow: hidden; text-overflow: ellipsis; vertical-align: middle; }
.piece.merged { background: var(--tint-of); box-shadow: none; }
.piece.mark { color: var(--soft); }
.piece.merged.mark { color: var(--text); }
.piece.fresh { box-shadow: inset 0 0 0 2px var(--text); }
.piece.chosen { outline: 2px solid var(--key); outline-offset: 1px; }
.gb button.piece { border: 0; cursor: pointer; font: 15px/1.25 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; padding: .2em .45em; border-radius: .35em; }
.corpus { display: flex; flex-wrap: wrap; gap: .62em .9em; align-items: center; font-size: max(var(--letters, 22px), var(--letters-least, 0px)); line-height: 1.3; max-height: 600px; overflow: auto; padding: 5px; margin: -5px -5px 0; }
.word { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 2px; max-width: 100%; }
.word .times { color: var(--soft); font-size: max(.6em, 12px, var(--least, 0px)); margin-inline-start: 5px; }
.pairing { display: inline-flex; gap: 2px; border-radius: .38em; box-shadow: 0 0 0 2px var(--ground), 0 0 0 4px var(--text); margin: 0 3px; max-width: 100%; }
.corpus ~ .note { margin-top: 9px; } .keyed { display: flex; flex-wrap: wrap; gap: 5px 16px; margin-top: 14px; color: var(--soft); font-size: 12.5px; align-items: center; }
.keyed > span { display: inline-flex; gap: 6px; align-items: center; }
.pairs table { border-collapse: collapse; width: 100%; font-size: 14.5px; }
.pairs th { font-weight: 400; color: var(--soft); font-size: 12px; text-align: left; padding: 0 5px 3px; border: 0; }
.pairs td { padding: 3px 5px; border: 0; white-space: nowrap; } .pairs .number, .pairs th.number { text-align: right; }
.pairs td:first-child { color: var(--soft); width: 30px; }
.pairs .two { display: inline-flex; gap: 2px; max-width: 150px; }
.pairs .amount { display: grid; grid-template-columns: 1fr auto; gap: 6px; align-items: center; min-width: 54px; }
.pairs .bar { height: 8px; margin: 0; border-radius: 4px; background: var(--hatch); min-width: 2px; display: block; }
.pairs tr.tied .bar { background: var(--text); opacity: .5; } .pairs tr.next .bar { background: var(--text); opacity: 1; }
.pairs tr.tied td:first-child { box-shadow: inset 3px 0 0 var(--text); }
.pairs tr.next { background: var(--chosen); font-weight: 600; }
.pairs .tag { font-size: 12px; font-weight: 400; color: var(--soft); text-align: right; } .pairs tr.next .tag { color: var(--text); font-weight: 600; }
.vocabulary { display: flex; flex-wrap: wrap; gap: 4px; max-height: 118px; overflow: auto; padding: 3px; margin: -3px; align-items: center; }
.vocabulary + .vocabulary { margin-top: 7px; } .vocabulary .more { color: var(--soft); font-size: 13px; padding: 0 4px; }
.trees { display: flex; flex-wrap: wrap; gap: 14px 26px; align-items: flex-end; margin-top: 18px; overflow: auto hidden; }
.trees svg { display: block; overflow: visible; } .trees text { fill: var(--text); font-family: "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace; }
.trees .rank { fill: var(--soft); font-family: var(--st-font, sans-serif); } .trees path { fill: none; stroke: var(--hatch); stroke-width: 1.5; }
.trees rect { fill: var(--panel); stroke: var(--line); } .trees rect.merged { stroke: none; } .trees rect.fresh { stroke: var(--text); stroke-width: 2; }
.trees g { cursor: pointer; } .trees + .note { margin-top: 10px; }
.gb .unselect { padding: 2px 10px; font-size: 12.5px; border-radius: 99px; color: var(--soft); }
.rows { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 5px 14px; align-items: center; font-size: 16px; max-height: 330px; overflow: auto; padding: 3px; margin: -3px; }
.rows .label { color: var(--soft); font-size: 13px; } .rows .later { --text: var(--soft); color: var(--soft); font-style: italic; } .gb .rows button.label { border: 0; padding: 0; background: none; text-align: left; }
.gb .rows button.label:hover { color: var(--text); text-decoration: underline; }
.curve { display: grid; grid-template-columns: minmax(0, 1fr) 104px; gap: 18px; align-items: center; }
.curve svg { display: block; overflow: visible; width: 100%; } .curve .plot { cursor: ew-resize; touch-action: none; }
.curve text { fill: var(--soft); font-size: 12px; } .curve text.now { fill: var(--text); font-weight: 600; font-size: 13px; }
.curve .axis { stroke: var(--line); } .curve .line { fill: none; stroke: var(--text); stroke-width: 2.2; margin: 0; display: inline; }
.curve .guide { stroke: var(--text); stroke-dasharray: 3 3; opacity: .6; } .curve .dot { fill: var(--text); stroke: var(--ground); stroke-width: 2; }
.curve span { display: block; text-align: center; color: var(--soft); font-size: 12px; margin-top: 5px; } .curve .outer { fill: none; stroke: var(--hatch); } .curve .inner { fill: var(--text); opacity: .8; }
.bpe p.reads { margin: 10px 0 0; font-size: 14px; line-height: 1.5; color: var(--soft); } .bpe p.reads b { color: var(--text); }
.cover { display: grid; place-items: start; gap: 10px; color: var(--soft); font-size: 14px; }
.inside.panels:empty { display: none; }
/* Present shows words and pairs, and below them the curve beside one word, or the trees in scenes about them */
.staged .headline { font-size: 15px; line-height: 1.5; min-height: 0; margin: 0 0 6px; } .staged .at { min-width: 0; }
.staged .bpe section { padding: 8px 14px; } .staged .bpe h2 { margin: 0 0 6px; } .staged .pairs td { padding: 1px 5px; }
.staged.bare .bar:has(.range) { display: block; margin: 0; }
.bare .range, .staged :is(.one .reads, .keyed, .vocabulary), .staged:not(.shows-below) .reads { display: none; }
.staged:not(.shows-below) .tokens, .staged.shows-below :is(.pairs, .one) { display: none; }
.staged.shows-below .halves { grid-column: 2; grid-row: 1; border-top: 0; }
.staged.shows-below .bpe { grid-template-columns: minmax(0, 1fr) 290px; }
.staged.shows-below .halves { grid-template-columns: 1fr; } .staged.shows-below .tokens .below { margin-top: 0; }
.staged .rows { font-size: 14px; gap: 2px 14px; } .staged:not(.shows-below) .halves { grid-template-columns: 1fr 1fr; }
.staged .trees { margin-top: 6px; gap: 4px 20px; }
/* a long text: its words, with pairs and curve beside them */
.staged .corpus { --letters-least: var(--least, 0px); } .bpe.long .corpus { gap: .3em .7em; overflow: visible; }
.bpe.long .left { grid-row: 1 / 3; } .bpe.long .one { display: none; }
.staged:not(.shows-below) .bpe.long .halves { grid-column: 2; grid-template-columns: minmax(0, 1fr); }
.bpe.long .halves { border-left: 1px solid var(--line); } .staged .bpe.long .halves > section { border-left: 0; }
`;
