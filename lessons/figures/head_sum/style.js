export const SUM_STYLE = `
.sum-row { display: grid; gap: 12px; justify-content: start; } .sum-row .sum-head { font-size: 14px; margin-top: 8px; }
.sum-cells { display: block; border-radius: 3px; outline: 1px solid var(--line); } .card .label { margin: 10px 0 3px; min-height: 0; }
.sum-total { display: grid; grid-template-columns: 78px max-content max-content; gap: 3px 12px; align-items: center; font-size: 13px; color: var(--soft); }
.sum-total .last { color: var(--text); font-weight: 650; } .sum-total i { font-style: normal; text-align: right; }
.sum-read { min-height: 21px; } .sum-joined { overflow-x: auto; }
`;
