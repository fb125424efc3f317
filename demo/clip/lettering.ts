/**
 * Letters drawn as strokes, because a bare machine has no fonts and clips must look the same everywhere. A glyph is its
 * width and a path in a box 10 high.
 */
const glyphs: Record<string, readonly [width: number, path: string]> = {
  A: [6, 'M0,10 L3,0 L6,10 M1.1,6.6 H4.9'],
  B: [6, 'M0,0 V10 H3.4 A2.7 2.7 0 0 0 3.4,4.6 H0 M3.1,4.6 A2.3 2.3 0 0 0 3.1,0 H0'],
  C: [6.2, 'M6.2,1.8 A3.6 5 0 1 0 6.2,8.2'],
  D: [6.2, 'M0,0 H2 C4.8,0 6.2,2 6.2,5 C6.2,8 4.8,10 2,10 H0 Z'],
  E: [5, 'M5,0 H0 V10 H5 M0,5 H4.2'],
  F: [5, 'M5,0 H0 V10 M0,5 H4.2'],
  G: [6.4, 'M6.2,1.8 A3.6 5 0 1 0 6.4,8 V5.4 H3.8'],
  H: [6, 'M0,0 V10 M6,0 V10 M0,5 H6'],
  I: [0, 'M0,0 V10'],
  J: [4, 'M4,0 V7 A2 3 0 0 1 0,7.4'],
  K: [5.8, 'M0,0 V10 M5.6,0 L0,6 M2.2,3.8 L5.8,10'],
  L: [5, 'M0,0 V10 H5'],
  M: [7.2, 'M0,10 V0 L3.6,6.4 L7.2,0 V10'],
  N: [6, 'M0,10 V0 L6,10 V0'],
  O: [6.8, 'M3.4,0 A3.4 5 0 1 0 3.4,10 A3.4 5 0 1 0 3.4,0 Z'],
  P: [6, 'M0,10 V0 H3.2 A2.8 2.8 0 0 1 3.2,5.6 H0'],
  Q: [6.8, 'M3.4,0 A3.4 5 0 1 0 3.4,10 A3.4 5 0 1 0 3.4,0 Z M4.4,7.4 L6.8,10.4'],
  R: [6, 'M0,10 V0 H3.2 A2.8 2.8 0 0 1 3.2,5.6 H0 M3,5.6 L6,10'],
  S: [
    5.7,
    'M5.4,1.6 C4.6,.4 3.6,0 2.8,0 C1.2,0 .2,1 .2,2.5 C.2,4 1.4,4.5 2.9,5 C4.5,5.5 5.7,6.2 5.7,7.6 C5.7,9.1 4.5,10 2.9,10 C1.6,10 .7,9.5 0,8.5',
  ],
  T: [6, 'M0,0 H6 M3,0 V10'],
  U: [6, 'M0,0 V6.6 A3 3.4 0 0 0 6,6.6 V0'],
  V: [6.2, 'M0,0 L3.1,10 L6.2,0'],
  W: [9, 'M0,0 L2.2,10 L4.5,1.6 L6.8,10 L9,0'],
  X: [6, 'M0,0 L6,10 M6,0 L0,10'],
  Y: [6, 'M0,0 L3,5 L6,0 M3,5 V10'],
  Z: [5.6, 'M0,0 H5.6 L0,10 H5.6'],
  '0': [6, 'M3,0 A3 5 0 1 0 3,10 A3 5 0 1 0 3,0 Z'],
  '1': [6, 'M1.2,2 L3.6,0 V10'],
  '2': [6, 'M.2,2.7 A2.8 2.7 0 1 1 5.2,4.3 L.2,10 H6'],
  '3': [6, 'M.4,1.4 A2.7 2.4 0 1 1 2.8,4.7 A2.9 2.65 0 1 1 .2,8.3'],
  '4': [6, 'M4.4,10 V0 L0,7 H6'],
  '5': [6, 'M5.2,0 H1.2 L.8,4.4 A3 3 0 1 1 .2,8.4'],
  '6': [6, 'M5,.6 C2,-.2 0,4 0,6.9 A3 3.1 0 1 0 6,6.9 A3 3.1 0 0 0 .1,6.4'],
  '7': [6, 'M0,0 H6 L2.2,10'],
  '8': [6, 'M3,4.6 A2.4 2.3 0 1 1 3,0 A2.4 2.3 0 1 1 3,4.6 A3 2.7 0 1 0 3,10 A3 2.7 0 1 0 3,4.6'],
  '9': [6, 'M1,9.4 C4,10.2 6,6 6,3.1 A3 3.1 0 1 0 0,3.1 A3 3.1 0 0 0 5.9,3.6'],
  '.': [0, 'M0,10 h.01'],
  '-': [3, 'M0,5.4 H3'],
  _: [5, 'M0,10.6 H5'],
};

const GAP = 2.6;

/** A line of text as one SVG path, and its width, both in pixels for letters `height` px high. */
export function letter(text: string, height: number): { markup: string; width: number } {
  const scale = height / 10;
  let x = 0;
  let paths = '';
  for (const char of text.toUpperCase()) {
    const glyph = glyphs[char];
    if (!glyph) continue;
    paths += `<path d="${glyph[1]}" transform="translate(${x.toFixed(2)},0)"/>`;
    x += glyph[0] + GAP;
  }
  return { markup: `<g transform="scale(${scale})">${paths}</g>`, width: Math.max(0, x - GAP) * scale };
}
