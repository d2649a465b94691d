// The look of the residual stream, on top of the kit's.
export const STREAM_STYLE = `
.lab .grid-scroll { position: relative; overflow-x: auto; margin: 0 0 10px; }
.lab table.stream { border-collapse: separate; border-spacing: 2px; font-size: 13.5px; }
.stream th { font-weight: 400; color: var(--soft); padding: 2px 8px 2px 2px; white-space: nowrap; text-align: right; }
.stream thead th { text-align: center; padding: 2px 6px; } .stream th.on { color: var(--weight); font-weight: 650; }
.stream tbody th { position: sticky; left: 0; background: var(--ground); z-index: 1; }
.stream td { padding: 0; } .stream .later { opacity: .16; }
.gb.lab .stream button { width: 100%; min-width: 46px; border: 2px solid transparent; border-radius: 7px; padding: 4px 5px; font-size: 13px; white-space: nowrap; }
@media (max-width: 1180px) { .lab table.stream { border-spacing: 1px; } .stream th { padding: 2px 4px 2px 0; font-size: 12.5px; } .stream thead th { padding: 2px; } .gb.lab .stream button { min-width: 40px; padding: 4px 3px; font-size: 12px; } }
.gb.lab .stream button[aria-pressed=true] { border-color: var(--text); }
.lab table.adds { border-collapse: collapse; font-size: 13.5px; }
.adds :is(th, td) { padding: 2px 8px; text-align: right; font-weight: 400; white-space: nowrap; } .adds thead th { color: var(--soft); font-size: 12.5px; }
.adds tbody th { text-align: left; color: var(--soft); } .adds tr.on th { color: var(--weight); font-weight: 650; } .adds tr.total :is(th, td) { border-top: 1px solid var(--soft); font-weight: 650; color: var(--text); }
.adds .bar-cell { padding: 0 0 0 10px; } .adds svg { display: block; }
.lab .asked { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; margin: 8px 0 6px; font-size: 13.5px; color: var(--soft); }
.gb.lab.staged .stream button { padding: 0 3px; min-width: 0; font-size: 12px; border-width: 1.5px; } .lab.staged table.stream { border-spacing: 1px; } .staged .stream th { font-size: 12px; padding: 1px 3px 1px 0; } .staged .card .label, .staged .adds thead, .staged .adds td:is(:nth-child(2), :nth-child(3), :nth-child(4)) { display: none; } .lab.staged .asked { margin: 2px 0; } .lab.staged .grid-scroll { margin: 0 0 4px; }
.staged .adds :is(th, td) { padding-top: 0; padding-bottom: 0; line-height: 1.3; } .gb.lab.staged .card { padding: 8px 14px; }
`;
