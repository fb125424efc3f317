import sharp from 'sharp';
import { type ToyLevelName, toyLevelNames } from '#contract/chat/toy-calls.ts';
import { letter } from './lettering.ts';
import { type Canvas, paintBar, paintStamp, rgb, type Stamp } from './paint.ts';

/** Shows what a toy does, in the middle third of the picture, which is visible on an upright phone too. */
export interface Meter {
  level: ToyLevelName;
  /** Name of the giver. */
  from: string;
  /** ms since the epoch. */
  startedAt: number;
  endsAt: number;
}

export interface DrawnMeter {
  meter: Meter;
  stamp: Stamp;
}

/** In pixels of the clip; outside the area that the page covers at the top of an upright phone. */
const METER = { left: 166, top: 48, width: 148, height: 46 } as const;
const SEGMENT = { left: 10, top: 23, width: 18, height: 10, gap: 4 } as const;
const TIME = { left: 176, top: 88, width: 128, height: 2 } as const;
const NAME = { letters: 10, room: 128 } as const;
/** No performer of the cast wears this colour. */
const METER_LIT = '#6dff3a';
const DIM = '#4a4046';

/** Drawn once per run and then pasted onto each frame. */
export async function drawMeter(meter: Meter): Promise<DrawnMeter> {
  const natural = letter(meter.from, NAME.letters);
  const fitting = Math.min(NAME.letters, (NAME.letters * NAME.room) / Math.max(1, natural.width));
  const lit = toyLevelNames.indexOf(meter.level);
  const segments = toyLevelNames.map((_, index) => {
    const left = SEGMENT.left + index * (SEGMENT.width + SEGMENT.gap);
    return `<rect x="${left}" y="${SEGMENT.top}" width="${SEGMENT.width}" height="${SEGMENT.height}" fill="${index <= lit ? METER_LIT : DIM}"/>`;
  });
  const name = `<g fill="none" stroke="#fffaf3" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round" transform="translate(10,7)">${letter(meter.from, fitting).markup}</g>`;
  const panel = '<rect width="100%" height="100%" rx="6" fill="#140c12" fill-opacity=".8"/>';
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="${METER.width}" height="${METER.height}">${panel}${name}${segments.join('')}</svg>`;
  const pixels = await sharp(Buffer.from(image)).ensureAlpha().raw().toBuffer();
  return { meter, stamp: { pixels, width: METER.width, height: METER.height } };
}

/** Shows level, giver and the time left at `now` (ms). */
export function paintMeter(canvas: Canvas, { meter, stamp }: DrawnMeter, now: number): void {
  paintStamp(canvas, stamp, METER);
  const left = (meter.endsAt - now) / Math.max(1, meter.endsAt - meter.startedAt);
  const width = Math.round(TIME.width * Math.min(1, Math.max(0, left)));
  paintBar(canvas, { ...TIME, width }, rgb(METER_LIT));
}

/** The middle of a level's segment, in pixels of the clip. */
export const segmentAt = (level: ToyLevelName): { x: number; y: number } => ({
  x:
    METER.left +
    SEGMENT.left +
    toyLevelNames.indexOf(level) * (SEGMENT.width + SEGMENT.gap) +
    SEGMENT.width / 2,
  y: METER.top + SEGMENT.top + SEGMENT.height / 2,
});
