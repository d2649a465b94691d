// The look of attention by hand, on top of the kit's.
export const HAND_STYLE = `
.lab .steps { flex-wrap: wrap; } .gb.lab .steps .segment button:disabled { text-decoration: line-through; }
.lab .hand-caption { font-size: 16px; line-height: 1.5; margin: 0 0 14px; max-width: 880px; min-height: 72px; }
.lab .equation.hand { font-family: inherit; align-items: center; gap: 6px 14px; margin: 0; min-height: 300px; }
.hand figure { margin: 0; } .hand figcaption { font-size: 14px; font-weight: 600; margin: 0 0 4px; }
.hand .sign { font-size: 22px; color: var(--soft); }
.gb.lab.staged :is(.hand, .hand-caption, .worked) { min-height: 0; } .gb.lab.staged .hand-caption { font-size: 14.5px; margin: 0 0 6px; } .gb.lab.staged .worked { margin: 6px 0 0; }
.lab .worked { font-size: 19px; line-height: 1.5; margin: 12px 0 4px; min-height: 57px; } .worked .note { display: block; font-size: 14px; }
`;
