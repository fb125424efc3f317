import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

/** Glyph paths come from the site's own fonts: the machine may have none installed. */
const files = {
  bold: '@fontsource/figtree/files/figtree-latin-700-normal.woff',
  regular: '@fontsource/figtree/files/figtree-latin-500-normal.woff',
} as const;

export type Weight = keyof typeof files;

const opened = new Map<Weight, opentype.Font>();

function fontOf(weight: Weight): opentype.Font {
  const known = opened.get(weight);
  if (known) return known;
  const file = readFileSync(createRequire(import.meta.url).resolve(files[weight]));
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const font = opentype.parse(bytes);
  opened.set(weight, font);
  return font;
}

export const widthOf = (text: string, size: number, weight: Weight): number =>
  fontOf(weight).getAdvanceWidth(text, size);

/** Path data of a line of text; `x`, `y` is the start of its baseline. */
export function letters(text: string, at: { x: number; y: number; size: number; weight: Weight }): string {
  const { commands } = fontOf(at.weight).getPath(text, at.x, at.y, at.size);
  // opentype.js writes NaN for some numbers.
  return commands.map(({ type, ...points }) => type + numbersOf(points)).join('');
}

const order = ['x1', 'y1', 'x2', 'y2', 'x', 'y'] as const;

const numbersOf = (points: Readonly<Partial<Record<(typeof order)[number], number>>>): string =>
  order.flatMap((name) => points[name]?.toFixed(1) ?? []).join(' ');

/** Wraps at `width`; line `most` ends in an ellipsis if text is left over. */
export function linesOf(
  text: string,
  { size, weight, width, most }: { size: number; weight: Weight; width: number; most: number },
): string[] {
  const fits = (line: string): boolean => widthOf(line, size, weight) <= width;
  const lines: string[] = [];
  const words = text.split(/\s+/).filter(Boolean);
  let line = '';
  while (words.length > 0) {
    const word = words[0] ?? '';
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer) || line === '') {
      line = longer;
      words.shift();
      if (!fits(line)) line = cut(line, fits);
      continue;
    }
    if (lines.length === most - 1) return [...lines, cut(`${line}…`, fits)];
    lines.push(line);
    line = '';
  }
  return line ? [...lines, line] : lines;
}

function cut(line: string, fits: (line: string) => boolean): string {
  let left = line.replace(/…$/, '');
  while (left.length > 1 && !fits(`${left}…`)) left = left.slice(0, -1).trimEnd();
  return `${left}…`;
}
