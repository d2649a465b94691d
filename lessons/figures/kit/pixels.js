// An image of a captioning task, on a canvas.
// Paper, and on it the pixels in their colours: `inks` has each letter's colour at full and at half strength.
export function paintPixels(canvas, pixels, side, inks) {
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, side, side);
  [...pixels].forEach((pixel, at) => {
    const ink = inks[pixel.toUpperCase()];
    if (!ink) return;
    context.fillStyle = pixel === pixel.toUpperCase() ? ink.full : ink.half;
    context.fillRect(at % side, Math.trunc(at / side), 1, 1);
  });
}
