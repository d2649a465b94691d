// Styles of the mask painter, on top of those of the kit.
export const MASK_STYLE = `
.lab .halves > div { min-width: 0; overflow-x: auto; } .lab .halves .label { min-height: 40px; margin-bottom: 2px; }
.over .cone { fill: none; stroke: var(--text); stroke-width: 2.5; stroke-linecap: square; }
.over .leaks rect { fill: none; stroke: var(--negative); stroke-width: 3.5; }
.over .cursor { fill: none; stroke: var(--text); stroke-width: 1.5; stroke-dasharray: 3 3; }
.lab .told p.verdict { margin: 14px 0 10px; min-height: 48px; }
.lab .legend i.leak { flex: none; width: 14px; height: 12px; border-radius: 3px; border: 3px solid var(--negative); }
.lab .forms .bar { margin: 0 0 4px; } .lab .forms pre { margin: 6px 0 0; max-height: 190px; min-height: 100px; overflow: auto; padding: 10px 14px; border: 1px solid var(--line); border-radius: 9px; background: var(--panel); font: 13px/1.55 "JetBrains Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--text); }
.gb.lab.staged .forms pre { max-height: none; min-height: 0; padding: 6px 14px; line-height: 1.35; }
.gb.lab.staged .halves .label { min-height: 0; }
.staged:not(.shows-below) .forms { display: none; } .gb.lab.staged .told p.verdict { margin: 6px 0 0; min-height: 0; }
.gb.lab.staged .presets { margin: 0 0 4px; }
`;
