// Styles of the embedding map, on top of style.js.
export const WORD_STYLE = `
.word-box { border: 1px solid var(--line); border-radius: 14px; padding: 14px 18px 16px; background: var(--ground); margin-top: 12px; }
.word-legend { display: flex; flex-wrap: wrap; gap: 4px 6px; margin: 10px 0 0; font-size: 13px; align-items: center; }
.word-legend .form { display: inline-flex; align-items: center; gap: 4px; color: var(--soft); margin-left: 6px; }
.word-side { min-width: 0; font-size: 14px; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 12px 28px; } .word-side:has(.pair-scroll) { display: block; }
.word-head h2 { display: flex; align-items: center; gap: 7px; font-size: 22px; line-height: 1.2; margin: 0; padding: 0; font-weight: 700; color: var(--text); overflow-wrap: anywhere; }
.word-side .note { color: var(--soft); margin: 3px 0 0; font-size: 13px; line-height: 1.45; }
.word-lists { display: grid; gap: 0 22px; } .word-lists.two { grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); }
.list-title { margin: 0 0 5px; font-size: 13px; line-height: 1.3; min-height: 34px; } .list-title b { display: block; } .list-title span { color: var(--soft); }
.gb .word-row { display: flex; align-items: center; gap: 6px; width: 100%; border: 0; border-radius: 7px; padding: 3px 4px; font-size: 14.5px; text-align: left; background: none; min-height: 29px; }
.gb .word-row:hover { background: var(--panel); } .word-row svg { flex: none; } .word-row bdi { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.word-row.both bdi { font-weight: 700; color: var(--text); }
.word-row i { flex: none; font-style: normal; color: var(--soft); font-size: 13px; display: flex; align-items: center; gap: 6px; }
.word-row i::before { content: ""; width: calc(var(--share) * var(--long, 44px)); height: 7px; border-radius: 3px; background: var(--soft); opacity: .6; }
.word-lists:not(.two) { --long: 130px; }
.word-sum { margin: 10px 0 0; font-size: 14px; } .word-empty { color: var(--soft); margin: 0; }
.word-sentence { display: flex; flex-wrap: wrap; align-items: center; gap: 5px; margin: 0 0 12px; font-size: 13px; color: var(--soft); } .word-sentence[hidden], .word-say[hidden] { display: none; } .word-sentence > span { margin-right: 4px; }
.gb .word-sentence button { padding: 3px 10px; font-size: 14.5px; border-radius: 8px; } .gb .word-sentence button[aria-pressed=true] { background: var(--panel); border-color: var(--text); color: var(--text); font-weight: 600; }
.gb .word-sentence button:disabled { border-style: dashed; opacity: .7; }
.word-table { border: 1px solid var(--line); border-radius: 14px; padding: 14px 18px; margin-top: 14px; }
.word-title { display: flex; justify-content: space-between; align-items: center; gap: 12px; font-size: 14.5px; margin-bottom: 8px; } .word-title .legend { margin: 0; }
.word-scroll { overflow-y: auto; position: relative; color: var(--text); } .word-scroll:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.word-scroll canvas { position: sticky; top: 0; display: block; cursor: pointer; }
.word-reading { min-height: 21px; font-size: 13px; color: var(--soft); margin-top: 6px; }
.word-numbers { font: 12px/1.65 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; display: flex; flex-wrap: wrap; gap: 0 2px; } .word-numbers span { display: inline-block; width: 50px; text-align: right; } .word-numbers bdi { font-weight: 600; color: var(--text); margin-right: 4px; }
.score { font-size: 20px; margin: 0; } .pair-scroll { max-height: 372px; overflow-y: auto; margin: 10px 0; border: 1px solid var(--line); border-radius: 9px; }
.pair-scroll table { border-collapse: collapse; width: 100%; font-size: 13.5px; } .pair-scroll th, .pair-scroll td { text-align: left; padding: 2px 6px; border: 0; font-weight: 400; overflow-wrap: anywhere; }
.pair-scroll thead th { position: sticky; top: 0; background: var(--panel); color: var(--soft); font-size: 12.5px; padding: 5px 6px; } .pair-scroll tbody tr { cursor: pointer; } .pair-scroll tbody tr:hover { background: var(--panel); }
.pair-scroll tr.on { background: var(--chosen); } .pair-scroll .right { color: var(--good); } .pair-scroll .wrong { color: var(--negative); }
.gb .pair-scroll button { min-width: 24px; min-height: 24px; border: 0; background: none; padding: 0; font-size: 13.5px; text-align: left; } .pair-scroll tr.on button { font-weight: 700; }
.word-say { min-height: 24px; margin: 8px 0 0; font-size: 14.5px; }
/* Present shows the figure with the lists beside it */
.staged .word-box { margin: 0; padding: 8px 12px; } .staged :is(.word-sentence, .word-table, .word-legend) { display: none; }
.staged .word-side { grid-template-columns: minmax(0, 1fr); gap: 8px; } .staged .list-title { min-height: 0; }
.staged .word-row { min-height: 0; padding: 1px 4px; } .staged .word-row i { --long: 26px; }
.staged .pair-scroll { max-height: none; overflow: hidden; margin: 6px 0; }
.staged .pair-scroll tr:nth-child(n + 10):not(.on) { display: none; } .gb.staged .left > .caption { margin: 0 0 6px; }
`;
