import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { brand, look } from '../../../content/brand/index.ts';
import { hexOf, parseOklch } from '../../site/brand.ts';
import { SHARE_SIZE, type ShareWords } from './share-picture.ts';

const { width, height } = SHARE_SIZE;
const MARGIN = 80;
/** px; the portrait fills the right part, cropped from 4:3. */
const PORTRAIT = 560;
/** The brand's mark: 32 by 32, drawn around its centre. */
const drawnMark = (x: number, y: number, scale: number): string =>
  `<path fill="${color('accent')}" transform="translate(${x.toFixed(1)} ${y}) scale(${scale}) translate(-16 -16)" d="${look.mark}"/>`;

const color = (role: keyof typeof look.colors): string => hexOf(parseOklch(look.colors[role].dark));

/** A JPEG with the texts, and the portrait beside them if there is one. */
export async function drawShare(words: ShareWords, portrait: Buffer | null): Promise<Buffer> {
  const base = sharp(Buffer.from(svgOf(words, portrait !== null)));
  if (!portrait) return finish(base);
  const person = await sharp(portrait, { limitInputPixels: 25_000_000 })
    .resize(PORTRAIT, height, { fit: 'cover' })
    .toBuffer();
  return finish(base.composite([{ input: person, left: width - PORTRAIT, top: 0 }]));
}

const finish = (image: Sharp): Promise<Buffer> =>
  image
    .flatten({ background: color('page') })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();

function svgOf({ title, text }: ShareWords, hasPortrait: boolean): string {
  const room = width - 2 * MARGIN - (hasPortrait ? PORTRAIT - 20 : 120);
  const size = titleSize(title, room);
  const heading = linesOf(title, { size, weight: 'bold', width: room, most: 2 });
  const below = linesOf(text, { size: 36, weight: 'regular', width: room, most: 3 });
  const tall = heading.length * size * 1.1 + below.length * 50 + 10;
  let y = (height - tall) / 2 + size * 0.85 + 30;
  const drawn: string[] = [];
  for (const line of heading) {
    drawn.push(`<path fill="${color('ink')}" d="${letters(line, { x: MARGIN, y, size, weight: 'bold' })}"/>`);
    y += size * 1.1;
  }
  y += 36 - size * 0.35;
  for (const line of below) {
    drawn.push(
      `<path fill="${color('ink-soft')}" d="${letters(line, { x: MARGIN, y, size: 36, weight: 'regular' })}"/>`,
    );
    y += 50;
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${color('page')}"/>` +
    `<circle cx="${width - 40}" cy="${height + 20}" r="330" fill="${color('accent-soft')}"/>` +
    `<circle cx="${width - 40}" cy="${height + 20}" r="200" fill="${color('sunken')}"/>` +
    (hasPortrait ? '' : drawnMark(1010, 180, 8)) +
    `${title === brand.name ? '' : mark()}${drawn.join('')}</svg>`
  );
}

function mark(): string {
  const end = MARGIN + widthOf(brand.name, 44, 'bold');
  return (
    `<path fill="${color('ink')}" d="${letters(brand.name, { x: MARGIN, y: 112, size: 44, weight: 'bold' })}"/>` +
    drawnMark(end + 28, 90, 1.45)
  );
}

/** The largest size at which the longest word fits. */
function titleSize(title: string, room: number): number {
  const longest = Math.max(...title.split(/\s+/).map((word) => widthOf(word, 100, 'bold')), 1);
  return Math.round(Math.min(104, Math.max(48, (room / longest) * 100)));
}

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
