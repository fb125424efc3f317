import sharp from 'sharp';
import { darken, lighten, mix, type Sitter } from '#demo/portrait/palette.ts';
import { figureSvg, schemeOf } from '#demo/portraits.ts';
import { makeRandom, seedOf } from '#demo/random.ts';
import { letter } from './lettering.ts';
import { type DrawnMeter, paintMeter } from './meter.ts';
import { type Canvas, paintBar, paintDisc, paintStamp, type Rgb, rgb, type Stamp } from './paint.ts';
import { encodeKeyFrame } from './vp8.ts';

export const CLIP_WIDTH = 480;
export const CLIP_HEIGHT = 360;
export const FPS = 10;
const LOOP_SECONDS = 60;
export const FRAME_COUNT = FPS * LOOP_SECONDS;
/** Part of the cache's name: increase it when the picture changes. */
export const SCENE_VERSION = 3;

/**
 * Positions in pixels. The face is in the middle, above the chat of an upright phone, which shows the middle third of
 * the width. Name and time are on the desk.
 */
const FIGURE = { width: 420, height: 318, left: 30, top: -16 } as const;
const DESK = { width: CLIP_WIDTH, height: 64, left: 0, top: 296 } as const;
const LABEL = { left: 24, top: 316, letters: 20, room: 200 } as const;
const CLOCK = { left: 376, top: 312, letters: 24 } as const;
const BAR = { left: 376, top: 345, width: 80, height: 3 } as const;
/** Space around a letter for its stroke. */
const PAD = 5;
const INK = '#fffaf3';

/** A performer's animated scene: any frame of the loop on request. */
export interface Scene {
  /** One VP8 key frame; frame 0 belongs to the wall clock's full minute. */
  render(index: number, meter?: DrawnMeter): Promise<Buffer>;
}

/** Draws the static parts once; frames only combine them. */
export async function makeScene(performer: Sitter): Promise<Scene> {
  const tones = tonesOf(performer);
  const orbs = makeOrbs(performer);
  const [wall, figure, desk, clock] = await Promise.all([
    drawWall(tones),
    stampOf(figureSvg(performer), FIGURE),
    drawDesk(performer.username, tones),
    drawGlyphs(),
  ]);
  return {
    render(index, meter) {
      const canvas = { pixels: Buffer.from(wall), width: CLIP_WIDTH, height: CLIP_HEIGHT };
      for (const orb of orbs) paintDisc(canvas, placed(orb, index), { color: orb.color, opacity: 0.2 });
      const breath = Math.round(2 * Math.sin((index / FRAME_COUNT) * Math.PI * 2 * 14));
      paintStamp(canvas, figure, { left: FIGURE.left, top: FIGURE.top + breath });
      paintStamp(canvas, desk, DESK);
      paintClock(canvas, clock, index);
      paintBar(
        canvas,
        { ...BAR, width: 3 + Math.floor(((BAR.width - 3) * index) / FRAME_COUNT) },
        rgb(tones.accent),
      );
      if (meter) paintMeter(canvas, meter, Date.now());
      return encodeKeyFrame(canvas.pixels, canvas);
    },
  };
}

interface Tones {
  deep: string;
  warm: string;
  accent: string;
}

function tonesOf(performer: Sitter): Tones {
  const { accent, wall, shape } = schemeOf(performer);
  return {
    deep: darken(mix(accent, wall[1], 0.25), 0.62),
    warm: darken(mix(shape, accent, 0.4), 0.3),
    accent: lighten(mix(accent, '#ffd9a0', 0.45), 0.25),
  };
}

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;

const strokes = (markup: string, place: { x: number; y: number; weight: number }) =>
  `<g fill="none" stroke="${INK}" stroke-width="${place.weight}" stroke-linecap="round" stroke-linejoin="round" transform="translate(${place.x},${place.y})">${markup}</g>`;

async function stampOf(markup: string, { width, height }: { width: number; height: number }): Promise<Stamp> {
  const image = sharp(Buffer.from(markup)).resize(width, height, { fit: 'fill' }).ensureAlpha();
  return { pixels: await image.raw().toBuffer(), width, height };
}

function drawWall({ deep, warm }: Tones): Promise<Buffer> {
  const gradient = `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${deep}"/><stop offset="1" stop-color="${warm}"/></linearGradient>`;
  const wall = svg(CLIP_WIDTH, CLIP_HEIGHT, `${gradient}<rect width="100%" height="100%" fill="url(#g)"/>`);
  return sharp(Buffer.from(wall)).removeAlpha().raw().toBuffer();
}

/** The foreground: the edge of the desk, the name as large as it fits, and the track of the bar. */
function drawDesk(name: string, { deep, accent }: Tones): Promise<Stamp> {
  const natural = letter(name, LABEL.letters);
  const fitting = Math.min(LABEL.letters, (LABEL.letters * LABEL.room) / natural.width);
  const place = { x: LABEL.left, y: LABEL.top - DESK.top, weight: 1.25 };
  return stampOf(
    svg(
      DESK.width,
      DESK.height,
      `<rect width="100%" height="100%" fill="${darken(deep, 0.35)}"/><rect width="100%" height="3" fill="${accent}" opacity=".5"/>` +
        `<rect x="${BAR.left}" y="${BAR.top - DESK.top}" width="${BAR.width}" height="${BAR.height}" fill="${accent}" opacity=".25"/>` +
        strokes(letter(name, fitting).markup, place),
    ),
    DESK,
  );
}

async function drawGlyphs(): Promise<Map<string, Stamp>> {
  const glyphs = [...'0123456789.'].map(async (char) => {
    const { markup, width } = letter(char, CLOCK.letters);
    const size = { width: Math.ceil(width) + 2 * PAD, height: CLOCK.letters + 2 * PAD };
    const drawn = svg(size.width, size.height, strokes(markup, { x: PAD, y: PAD, weight: 1.1 }));
    return [char, await stampOf(drawn, size)] as const;
  });
  return new Map(await Promise.all(glyphs));
}

/** Seconds and tenths of the wall clock's minute, so that a viewer's delay can be read from the picture. */
function paintClock(canvas: Canvas, glyphs: ReadonlyMap<string, Stamp>, index: number): void {
  let left = CLOCK.left - PAD;
  for (const char of (index / FPS).toFixed(1).padStart(4, '0')) {
    const glyph = glyphs.get(char);
    if (!glyph) continue;
    paintStamp(canvas, glyph, { left, top: CLOCK.top - PAD });
    left += glyph.width;
  }
}

interface Orb {
  x: number;
  y: number;
  radius: number;
  swing: number;
  /** Whole turns per loop, so that it has no visible seam. */
  turns: number;
  phase: number;
  color: Rgb;
}

function makeOrbs(performer: Sitter): Orb[] {
  const { shape, accent, wall } = schemeOf(performer);
  const random = makeRandom(seedOf(`${performer.username} on air`));
  const tints = [shape, accent, lighten(shape, 0.25), mix(accent, wall[0], 0.4)] as const;
  return Array.from({ length: 6 }, (_, index) => ({
    x: (index % 3) * 188 + random.int(0, 105),
    y: Math.floor(index / 3) * 195 + random.int(0, 165),
    radius: random.int(52, 124),
    swing: random.int(18, 45),
    turns: random.pick([3, 4, 5, -3, -4]),
    phase: random.next() * Math.PI * 2,
    color: rgb(random.pick(tints)),
  }));
}

function placed(orb: Orb, index: number): { x: number; y: number; radius: number } {
  const angle = (index / FRAME_COUNT) * Math.PI * 2 * orb.turns + orb.phase;
  return {
    x: orb.x + Math.cos(angle) * orb.swing,
    y: orb.y + Math.sin(angle) * orb.swing * 0.7,
    radius: orb.radius,
  };
}
