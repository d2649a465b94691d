// Styles of an edited row, on top of those of the lab figures.
export const ROW_STYLE = `
.touch { display: grid; gap: 1px; max-height: 62vh; overflow-y: auto; }
.touch .word { display: grid; grid-template-columns: 104px minmax(150px, 1.3fr) minmax(0, 0.9fr) minmax(0, 1fr) minmax(0, 1fr); gap: 0 18px; align-items: center; min-height: 27px; font-size: 15px; border-radius: 6px; padding: 0 6px; }
.touch .word > :first-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: right; }
.touch .heads { color: var(--soft); font-size: 13.5px; align-items: end; position: sticky; top: 0; background: var(--ground); z-index: 1; }
.touch .heads b { color: var(--text); font-weight: 600; }
.touch .drag { display: flex; align-items: center; gap: 10px; }
.lab .touch input[type=range] { flex: 1; width: auto; min-width: 60px; }
.touch .drag b { font-weight: 500; min-width: 46px; color: var(--weight_text); }
.touch .track { display: flex; align-items: center; gap: 8px; color: var(--soft); font-size: 13.5px; }
.touch .track i { display: block; height: 11px; border-radius: 0 3px 3px 0; min-width: 1px; }
.touch .bright { background: var(--tint); }
.touch .bright > :first-child { font-weight: 700; color: var(--weight_text); }
.touch .decides > :last-child { font-weight: 700; color: var(--negative_text); }
.staged .touch { max-height: none; } .staged .touch .word { min-height: 22px; font-size: 14px; }
.gb.lab.staged .touch + .verdict { margin: 4px 0 0; min-height: 0; }
`;
