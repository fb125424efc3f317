/** Raw RGB pixels, three bytes each, row by row. */
export interface Canvas {
  pixels: Buffer;
  width: number;
  height: number;
}

export type Rgb = readonly [red: number, green: number, blue: number];

export const rgb = (color: string): Rgb => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
];

/** Mixes a colour into a pixel, `weight` of 256 parts. Whole numbers, because it runs a hundred thousand times per frame. */
function mixIn(pixels: Buffer, at: number, color: Rgb, weight: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const under = pixels[at + channel] ?? 0;
    pixels[at + channel] = under + ((((color[channel] ?? 0) - under) * weight) >> 8);
  }
}

/** A translucent disc with a soft edge of one pixel; parts outside the canvas are cut off. */
export function paintDisc(
  canvas: Canvas,
  disc: { x: number; y: number; radius: number },
  ink: { color: Rgb; opacity: number },
): void {
  const { x, y, radius } = disc;
  const weight = Math.round(ink.opacity * 256);
  const bottom = Math.min(canvas.height - 1, Math.floor(y + radius));
  for (let row = Math.max(0, Math.ceil(y - radius)); row <= bottom; row++) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (row - y) ** 2));
    const first = Math.max(0, Math.floor(x - half));
    const last = Math.min(canvas.width - 1, Math.ceil(x + half));
    for (let column = first; column <= last; column++) {
      const edge = half - Math.abs(column - x) + 0.5;
      if (edge <= 0) continue;
      mixIn(
        canvas.pixels,
        (row * canvas.width + column) * 3,
        ink.color,
        edge >= 1 ? weight : (weight * edge) | 0,
      );
    }
  }
}

/** A picture with alpha, four bytes per pixel. */
export interface Stamp {
  pixels: Buffer;
  width: number;
  height: number;
}

/** Pastes a picture with alpha onto the canvas; it may extend over every edge. */
export function paintStamp(canvas: Canvas, stamp: Stamp, place: { left: number; top: number }): void {
  const { pixels, width, height } = stamp;
  const fromY = Math.max(0, -place.top);
  const toY = Math.min(height, canvas.height - place.top);
  const fromX = Math.max(0, -place.left);
  const toX = Math.min(width, canvas.width - place.left);
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      const from = (y * width + x) * 4;
      const alpha = pixels[from + 3] ?? 0;
      if (alpha === 0) continue;
      const to = ((y + place.top) * canvas.width + x + place.left) * 3;
      // Inlined: a call for each of 100,000 pixels would double the cost of a frame.
      for (let channel = 0; channel < 3; channel++) {
        const under = canvas.pixels[to + channel] ?? 0;
        canvas.pixels[to + channel] = under + ((((pixels[from + channel] ?? 0) - under) * (alpha + 1)) >> 8);
      }
    }
  }
}

/** A filled rectangle inside the canvas. */
export function paintBar(
  canvas: Canvas,
  bar: { left: number; top: number; width: number; height: number },
  color: Rgb,
): void {
  for (let row = bar.top; row < bar.top + bar.height; row++) {
    for (let column = bar.left; column < bar.left + bar.width; column++) {
      mixIn(canvas.pixels, (row * canvas.width + column) * 3, color, 256);
    }
  }
}
