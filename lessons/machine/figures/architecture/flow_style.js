// Styles of the model diagram.
export const FLOW_STYLE = `
.flow .picture { position: relative; overflow: auto; scrollbar-width: thin; margin: 2px 0 4px; }
.flow svg { display: block; font-family: inherit; }
.flow .follow { cursor: pointer; }
.flow .follow:hover text { text-decoration: underline; }
.flow .titles { position: sticky; top: 0; height: 0; z-index: 1; }
.tall .titles .stop-title { background: var(--ground); }
.stop-title, .part-title { position: absolute; font-size: 13px; line-height: 1.3; color: var(--soft); }
.stop-title i { display: inline-grid; place-items: center; width: 22px; height: 22px; margin-right: 7px;
  border: 1.5px solid var(--hatch); border-radius: 99px; font-style: normal; font-size: 12.5px; color: var(--soft); }
.stop-title b { font-size: 15px; font-weight: 650; color: var(--text); }
.stop-title span { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.stop-title.now b { color: var(--text); }
.stop-title.now i { background: var(--text); border-color: var(--text); color: var(--ground); }
.stop-title.later b { color: var(--soft); font-weight: 500; }
.part-title { display: flex; align-items: center; font-size: 12.5px; line-height: 1.2; }
.part-title.looks { color: var(--weight_text); }
.gb.lab .plus { position: absolute; width: 22px; height: 22px; padding: 0; border-radius: 99px; line-height: 1;
  font-size: 15px; color: var(--soft); }
.lab .stop-says { margin: 0 0 8px; padding: 8px 14px; background: var(--panel); border-radius: 9px;
  font-size: 15.5px; line-height: 1.4; min-height: 38px; }
.at-stop { color: var(--text); margin-right: 6px; }
.flow-foot { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; }
.stops { flex: 1 1 320px; display: flex; align-items: start; position: relative; min-width: 0; }
.stops::before { content: ""; position: absolute; left: 5%; right: 5%; top: 9px; border-top: 2px solid var(--line); }
.gb.lab .stops button { flex: 1 1 0; min-width: 0; position: relative; border: 0; background: none; padding: 2px;
  display: grid; justify-items: center; gap: 3px; font-size: 13px; line-height: 1.2; color: var(--soft); }
.stops i { width: 14px; height: 14px; border-radius: 99px; border: 2px solid var(--hatch); background: var(--ground); }
.stops .past i { background: var(--soft); border-color: var(--soft); }
.stops [aria-current] i { background: var(--text); border-color: var(--text); box-shadow: 0 0 0 3px var(--line); }
.gb.lab .stops [aria-current] { color: var(--text); font-weight: 650; }
.flow-legend, .flow-legend span { display: flex; align-items: center; gap: 4px 7px; }
.flow-legend { flex-wrap: wrap; column-gap: 18px; font-size: 13px; color: var(--soft); }
.flow-legend i { display: inline-block; }
.flow-legend .scale { width: 110px; height: 10px; border-radius: 3px; }
.thread-of { width: 30px; border-top: 3.5px solid var(--query); }
.looks-at { width: 30px; border-top: 7px solid var(--weight_full); border-radius: 4px; }
.lab .first { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.flow.slim :is(.stop-title i, .stops button:not([aria-current]) span) { display: none; }
.flow.slim .stop-title b { font-size: 14px; }
.gb.lab.staged .bar:has(.flow-legend) .segment { display: none; }
.gb.lab.staged .bar:has(.flow-legend) { margin-bottom: 2px; }
.gb.lab.staged .stop-says { margin: 0 0 4px; padding: 4px 10px; min-height: 0; }
.flow .story li { min-height: 148px; padding-bottom: 14px; } .flow .story p { font-size: 15px; }
.gb.lab .flow .story button { font-size: 16px; text-align: left; }
`;
