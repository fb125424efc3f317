import sharp from 'sharp';
import { darken, lighten, mix, type Sitter } from '../portrait/palette.ts';
import { figureSvg, schemeOf } from '../portraits.ts';
import { makeRandom, seedOf } from '../random.ts';
import { letter } from './lettering.ts';
import { encodeKeyFrame } from './vp8.ts';

export const CLIP_WIDTH = 480;
export const CLIP_HEIGHT = 360;
export const FPS = 10;
export const LOOP_SECONDS = 60;
export const FRAME_COUNT = FPS * LOOP_SECONDS;
/** Part of the cache's name: raise it when the picture changes. */
export const SCENE_VERSION = 1;

/** Where the figure stands, in pixels of the clip; it may reach over the left and lower edge. */
const FIGURE = { width: 420, height: 318, left: -69, top: 48 } as const;
/** The rest is drawn in units of a 640 by 480 sheet. */
const TEXT_LEFT = 372;

/** A performer's animated scene: any frame of the loop on request. */
export interface Scene {
  /** One VP8 key frame; frame 0 belongs to the wall clock's full minute. */
  render(index: number): Promise<Buffer>;
}

/** Prepares what does not change (the drawn figure, the colours) so that a frame costs little. */
export async function makeScene(performer: Sitter): Promise<Scene> {
  const figure = await sharp(Buffer.from(figureSvg(performer)))
    .resize(FIGURE.width, FIGURE.height, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const backdrop = makeBackdrop(performer);
  return {
    async render(index) {
      const svg = Buffer.from(backdrop(index));
      const pixels = await sharp(svg).removeAlpha().raw().toBuffer();
      const breath = Math.round(2 * Math.sin((index / FRAME_COUNT) * Math.PI * 2 * 14));
      blend(pixels, figure, FIGURE.top + 4 + breath);
      return encodeKeyFrame(pixels, { width: CLIP_WIDTH, height: CLIP_HEIGHT });
    },
  };
}

/** Lays the figure over the picture; done here because a composite in the image library costs four times as much. */
function blend(pixels: Buffer, figure: Buffer, top: number): void {
  const rows = Math.min(FIGURE.height, CLIP_HEIGHT - top);
  for (let y = 0; y < rows; y++) {
    for (let x = -FIGURE.left; x < FIGURE.width; x++) {
      const from = (y * FIGURE.width + x) * 4;
      const alpha = figure[from + 3] ?? 0;
      if (alpha === 0) continue;
      const to = ((y + top) * CLIP_WIDTH + x + FIGURE.left) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const under = pixels[to + channel] ?? 0;
        pixels[to + channel] = under + (((figure[from + channel] ?? 0) - under) * alpha) / 255;
      }
    }
  }
}

interface Orb {
  x: number;
  y: number;
  radius: number;
  swing: number;
  /** Whole turns a loop, so that the loop has no seam. */
  turns: number;
  phase: number;
  fill: string;
}

function makeBackdrop(performer: Sitter): (index: number) => string {
  const scheme = schemeOf(performer);
  const deep = darken(mix(scheme.accent, scheme.wall[1], 0.25), 0.62);
  const warm = darken(mix(scheme.shape, scheme.accent, 0.4), 0.3);
  const random = makeRandom(seedOf(`${performer.username} on air`));
  const tints = [
    scheme.shape,
    scheme.accent,
    lighten(scheme.shape, 0.25),
    mix(scheme.accent, scheme.wall[0], 0.4),
  ] as const;
  const orbs = Array.from(
    { length: 6 },
    (_, index): Orb => ({
      x: (index % 3) * 250 + random.int(0, 140),
      y: Math.floor(index / 3) * 260 + random.int(0, 220),
      radius: random.int(70, 165),
      swing: random.int(24, 60),
      turns: random.pick([3, 4, 5, -3, -4]),
      phase: random.next() * Math.PI * 2,
      fill: random.pick(tints),
    }),
  );
  const name = fitted(performer.username, 226);
  const ink = '#fffaf3';
  const accent = lighten(mix(scheme.accent, '#ffd9a0', 0.45), 0.25);
  const open =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CLIP_WIDTH}" height="${CLIP_HEIGHT}" viewBox="0 0 640 480"><linearGradient id="g" x2="1" y2="1">` +
    `<stop stop-color="${deep}"/><stop offset="1" stop-color="${warm}"/></linearGradient><rect width="640" height="480" fill="url(#g)"/>`;
  const label =
    `<g fill="none" stroke="${ink}" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round" transform="translate(${TEXT_LEFT},150)">${name}</g>` +
    `<rect x="${TEXT_LEFT - 2}" y="208" width="44" height="5" rx="2.5" fill="${accent}"/>`;
  return (index) =>
    `${open}${orbs.map((orb) => drawOrb(orb, index)).join('')}${label}${drawClock(index, { ink, accent })}</svg>`;
}

/** The name as large as its column allows. */
function fitted(text: string, width: number): string {
  const natural = letter(text, 34);
  return natural.width <= width ? natural.markup : letter(text, (34 * width) / natural.width).markup;
}

function drawOrb(orb: Orb, index: number): string {
  const angle = (index / FRAME_COUNT) * Math.PI * 2 * orb.turns + orb.phase;
  const x = orb.x + Math.cos(angle) * orb.swing;
  const y = orb.y + Math.sin(angle) * orb.swing * 0.7;
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${orb.radius}" fill="${orb.fill}" opacity=".2"/>`;
}

/** Seconds and tenths of the wall clock's minute: the delay to a viewer can be read from the picture. */
function drawClock(index: number, { ink, accent }: { ink: string; accent: string }): string {
  const seconds = (index / FPS).toFixed(1).padStart(4, '0');
  const done = (236 * index) / FRAME_COUNT;
  return (
    `<g fill="none" stroke="${ink}" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round" transform="translate(${TEXT_LEFT},246)">${letter(seconds, 72).markup}</g>` +
    `<rect x="${TEXT_LEFT}" y="352" width="236" height="6" rx="3" fill="#fff" opacity=".22"/><rect x="${TEXT_LEFT}" y="352" width="${(done + 4).toFixed(1)}" height="6" rx="3" fill="${accent}"/>`
  );
}
