// The look of LayerNorm by hand, on top of the kit's.
export const FOUR_STYLE = `
.lab table.four { border-collapse: separate; border-spacing: 4px; font-size: 16px; }
.four th { text-align: right; font-weight: 400; color: var(--soft); padding: 6px 10px 6px 0; } .four tr.on th { color: var(--weight); font-weight: 650; }
.four td { width: 96px; text-align: center; border-radius: 7px; padding: 7px 10px; } .four tr { cursor: pointer; }
.four .unseen-step td { visibility: hidden; } .four .unseen-step th { opacity: .5; }
.lab .four-scroll { overflow-x: auto; }
.lab .four-says { font-size: 16px; min-height: 46px; margin: 8px 0 0; max-width: 46em; }
.lab .bar .label { margin: 0; min-height: 0; }
.gb.lab.staged .four :is(th, td) { padding-top: 3px; padding-bottom: 3px; }
`;
