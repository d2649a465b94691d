// The look of a head on a body, on top of the laboratory figures'.
export const HEADS_STYLE = `
.scroller { overflow-x: auto; padding: 4px 0; }
.stack { display: grid; gap: 3px 4px; align-items: end; justify-items: center; width: max-content; margin: 0 auto; }
.gb.lab .token { width: 100%; min-width: 0; padding: 4px 0; display: grid; justify-items: center; border-radius: 8px;
  overflow: hidden; background: var(--panel); }
.gb.lab .token span { font-size: 13px; white-space: nowrap; }
.gb.lab .token small { font-size: 12px; color: var(--soft); line-height: 1.1; }
.gb.lab .token[aria-pressed=true] { border-color: var(--text); color: var(--text); font-weight: 600; }
.stack .square { padding: 2px; border: 2px solid transparent; border-radius: 5px; line-height: 0; opacity: .45; }
.stack .square.in, .stack .square.out.read { opacity: 1; }
.stack .square.out.read { border-color: var(--soft); }
.stack .square.here { border-color: var(--text); }
.stack .arrow { color: var(--soft); font-size: 16px; line-height: 1; min-height: 16px; }
.stack .arrow.here { color: var(--text); font-weight: 700; }
.stack .box { width: 100%; border: 1.5px solid var(--line); border-radius: 10px; padding: 7px 12px;
  text-align: center; font-size: 14.5px; background: var(--panel); }
.stack .box.head { border-color: var(--text); background: none; }
.stack .box em { font-style: normal; color: var(--soft); margin-left: 14px; }
.stack .says { width: 100%; display: grid; justify-items: center; font-size: 13px; line-height: 1.25; }
.stack .says span { color: var(--soft); }
.stack .pair { display: flex; gap: 3px; align-items: end; }
.stack .upright { display: flex; align-items: end; height: 64px; width: 13px; border-bottom: 1px solid var(--line); }
.stack .upright i { width: 100%; }
.start { background: var(--query); }
.end { background: var(--key); }
.stack .says.in .upright { border-bottom: 3px solid var(--text); }
.ends span { margin-left: 14px; color: var(--soft); font-size: 13.5px; }
.ends i { display: inline-block; width: 11px; height: 11px; margin-right: 5px; border-radius: 3px; }
.lab .answer.read { display: block; font-size: 16px; margin: 0 0 8px; }
.lab .at { min-height: 42px; }
.whole { display: grid; gap: 3px; max-width: 560px; margin: 0 auto 8px; }
.whole > div { display: grid; grid-template-columns: 110px 1fr 60px; gap: 10px; align-items: center;
  font-size: 14.5px; color: var(--soft); }
.whole .track { height: 12px; background: var(--line); border-radius: 4px; overflow: hidden; }
.whole .track i { display: block; height: 100%; background: var(--value); }
.whole .most { color: var(--text); font-weight: 600; }
.whole b { font-weight: inherit; text-align: right; }
`;
