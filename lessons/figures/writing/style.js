// The look of a translation word by word, on top of the kit's.
export const WRITING_STYLE = `
.lab .written { display: grid; grid-template-columns: repeat(auto-fit, minmax(185px, 1fr)); gap: 14px 24px; align-items: start; }
.written h3 { margin: 0 0 2px; padding: 0; font-size: 15px; color: var(--text); } .written p { font-size: 13.5px; color: var(--soft); margin: 0 0 6px; min-height: 58px; } .written p b { color: var(--text); }
.written .long { max-height: 330px; overflow: hidden auto; }
.written canvas { display: block; border: 1px solid var(--line); margin: 0 0 4px; } .written .about { font-size: 12.5px; color: var(--soft); margin-top: 6px; display: block; }
.lab .lines { display: grid; grid-template-columns: max-content minmax(0, 1fr) max-content; gap: 5px 12px; align-items: baseline; margin: 0 0 12px; border-bottom: 1px solid var(--line); padding-bottom: 10px; font-size: 14.5px; } .lines .which { color: var(--soft); font-size: 13px; } .lines .which.on { color: var(--weight); font-weight: 650; }
.lines .row span { display: inline-block; padding: 0 4px; border-radius: 5px; } .lines .row .now { background: var(--tint); color: var(--weight); font-weight: 650; } .lines .row .off { color: var(--negative); text-decoration: underline; text-underline-offset: 3px; } .lines .row .later { opacity: .25; }
.gb.lab.staged .written p { min-height: 0; font-size: 12px; } .gb.lab.staged .written h3 { font-size: 14px; } .gb.lab.staged .lines { font-size: 13.5px; padding-bottom: 6px; margin-bottom: 8px; } .gb.lab.staged .card { padding: 8px 12px; } .gb.lab.staged .caption { display: none; }
`;
