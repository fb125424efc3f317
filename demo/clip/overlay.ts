import { type DrawnMeter, drawMeter, type Meter } from './meter.ts';

/** Number of frames drawn ahead. */
const LEAD = 2;

type Render = (index: number, meter: DrawnMeter) => Promise<Buffer>;

/** Frames with a meter, drawn while it is shown and discarded afterwards. */
export interface Overlay {
  /** Shows a meter; null hides it at once. Rejects if it cannot be drawn. */
  show(meter: Meter | null): Promise<void>;
  /** Undefined: no meter is shown. Null: the frame is not drawn yet. A call also orders the next frames. */
  frameAt(index: number): Buffer | null | undefined;
}

export function createOverlay(frameCount: number, render: Render): Overlay {
  let wanted: Meter | null = null;
  let drawn: DrawnMeter | null = null;
  let frames = new Map<number, Buffer>();
  let hasShown = false;
  let isDrawing = false;

  const draw = async (index: number, meter: DrawnMeter): Promise<void> => {
    isDrawing = true;
    // A frame that cannot be drawn is skipped; the next one may succeed.
    const frame = await render(index, meter).catch(() => null);
    isDrawing = false;
    if (frame && drawn === meter) frames.set(index, frame);
  };

  return {
    async show(meter) {
      wanted = meter;
      if (meter === null) {
        drawn = null;
        frames = new Map();
        hasShown = false;
        return;
      }
      const next = await drawMeter(meter);
      if (wanted === meter) drawn = next;
    },
    frameAt(index) {
      if (!drawn) return undefined;
      const ahead = (index + LEAD) % frameCount;
      if (!isDrawing && !frames.has(ahead)) void draw(ahead, drawn);
      const frame = frames.get(index);
      frames.delete(index);
      hasShown ||= frame !== undefined;
      // Until the first one the plain picture continues; after it, a frame without the meter would flicker.
      return frame ?? (hasShown ? null : undefined);
    },
  };
}
