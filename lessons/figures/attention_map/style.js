// Styles of the attention map: its steps, the bars beside it, the sentence under it, its heads.
export const MAP_STYLE = `
.steps { display: flex; flex-wrap: wrap; gap: 6px; }
.gb .step { background: var(--panel); color: var(--soft); padding: 6px 12px; font-size: 14px; }
.gb .step code { font: max(.9em, var(--least, 0px))/1 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; color: inherit; background: none; padding: 0; }
.gb .step[aria-pressed=true] { background: var(--panel); border-color: var(--text); color: var(--text); font-weight: 600; }
.box { display: grid; grid-template-columns: minmax(0, 1fr) 186px; gap: 18px; border: 1px solid var(--line); border-radius: 14px; padding: 16px 18px; background: var(--ground); }
.box.stacked { grid-template-columns: minmax(0, 1fr); }
.pair { display: flex; align-items: flex-start; gap: 14px; }
.pair.below { flex-direction: column; }
.as-lines .scroller { display: none; } .line-view { overflow-x: auto; } .line-view svg { display: block; }
.line-word { cursor: pointer; } .lines path { pointer-events: none; }
.pair:not(.as-lines) .line-view { display: none; }
.as-output .over .column { stroke: var(--value); }
.as-output .tops text.on, .as-output .tops text.near { fill: var(--value_text); }
.beside { flex: none; }
.beside .title { display: flex; align-items: flex-end; margin: 0; padding: 0 0 7px; font-size: 13px; line-height: 1.25; font-weight: 600; color: var(--value_text); max-width: 232px; }
.beside .plain { color: var(--weight_text); }
.reading { display: flex; align-items: center; gap: 10px; min-height: 32px; margin-top: 8px; font-size: 14px; }
.gb .reading button { padding: 2px 10px; font-size: 12.5px; border-radius: 99px; color: var(--soft); white-space: nowrap; }
.scroll-note { margin: 0 0 8px; }
.heads .title { margin: 0 0 7px; font-size: 13px; font-weight: 400; color: var(--soft); }
.thumbs { display: grid; grid-template-columns: repeat(2, 1fr); gap: 8px; align-content: start; }
.thumbs.many { grid-template-columns: repeat(3, 1fr); gap: 6px; }
.stacked .thumbs { grid-template-columns: repeat(auto-fill, minmax(84px, 1fr)); }
.many .thumb { padding: 3px; } .many .thumb span { font-size: 12px; } .many .thumb i { display: none; }
.staged .box { padding: 8px 12px; } .staged .reading { margin-top: 2px; } .staged .legend { margin-top: 2px; }
.staged .main .caption { display: none; }
/* in Present, the name of the head is shown */
.bare .heads { grid-row: 1; }
.bare :is(.heads .title, .thumb:not([aria-pressed=true]), .thumb canvas, .reading button) { display: none; }
.gb.bare .thumb { border: 0; box-shadow: none; padding: 0; }
.bare .thumb span { flex-direction: row; gap: 10px; margin: 0; }
.gb.bare .box { gap: 2px; } .bare .thumbs { display: block; }
.source .probe { margin-top: 6px; }
`;
