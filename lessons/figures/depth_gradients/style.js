// The look of gradients over the depth, on top of the kit's.
export const DEPTH_STYLE = `
.lab .with-names { overflow: hidden; padding-right: 132px; } .with-names svg { overflow: visible; }
.lab table.by-way { border-collapse: collapse; font-size: 13.5px; margin: 10px 0 4px; } .by-way :is(th, td) { padding: 2px 14px 2px 0; text-align: right; font-weight: 400; } .by-way thead th { color: var(--soft); font-size: 12.5px; }
.by-way tbody th { text-align: left; } .by-way tr { cursor: pointer; } .by-way tr.on :is(th, td) { font-weight: 650; } .by-way .dot { display: inline-block; width: 10px; height: 10px; border-radius: 5px; margin-right: 7px; }
.lab .bar .label { margin: 0; min-height: 0; }
.staged .told { display: grid; grid-template-columns: minmax(0, 1fr) max-content; gap: 18px; } .gb.lab.staged:has(.by-way) .card { padding: 8px 14px; }
`;
