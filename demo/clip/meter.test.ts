import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { liveCast } from '#demo/cast.ts';
import { createOverlay } from './clip.ts';
import { drawMeter, type Meter, segmentAt } from './meter.ts';
import { makeScene } from './scene.ts';

const [femke] = liveCast;
if (!femke) throw new Error('The live cast is empty');
const performer = { ...femke.traits, username: femke.username };
const meter = (change: Partial<Meter> = {}): Meter => ({
  level: 'medium',
  from: 'Blue-Otter_12',
  startedAt: Date.now(),
  endsAt: Date.now() + 30_000,
  ...change,
});

/** Greenness at the middle of a segment: high if it is lit. */
async function greenness(frame: Buffer, level: Meter['level']): Promise<number> {
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + frame.length + (frame.length % 2), 4);
  head.write('WEBPVP8 ', 8, 'latin1');
  head.writeUInt32LE(frame.length, 16);
  const { x, y } = segmentAt(level);
  const [red = 0, green = 0, blue = 0] = await sharp(
    Buffer.concat([head, frame, Buffer.alloc(frame.length % 2)]),
  )
    .removeAlpha()
    .extract({ left: x - 2, top: y - 2, width: 4, height: 4 })
    .resize(1, 1)
    .raw()
    .toBuffer();
  return green - Math.max(red, blue);
}

describe('the meter of a toy', () => {
  it('lights the segments up to its level, over the picture', async () => {
    const scene = await makeScene(performer);
    const frame = await scene.render(100, await drawMeter(meter()));
    const plain = await scene.render(100);
    for (const level of ['low', 'normal', 'medium'] as const) {
      expect(await greenness(frame, level)).toBeGreaterThan(80);
      expect(await greenness(plain, level)).toBeLessThan(40);
    }
    for (const level of ['hard', 'ultra', 'extreme'] as const)
      expect(await greenness(frame, level)).toBeLessThan(40);
    expect(frame.length).toBeLessThan(9500);
  });

  it('shows the giver, whatever the name', async () => {
    for (const from of ['', 'a-name-of-thirty-one-characters', '愛 & <b>']) {
      const { stamp } = await drawMeter(meter({ from }));
      expect(stamp.pixels.length).toBe(stamp.width * stamp.height * 4);
    }
  });
});

describe('a meter over a clip', () => {
  const frame = (index: number) => Buffer.from([index]);

  it('replaces the picture once it is drawn, and disappears at once', async () => {
    const overlay = createOverlay(600, async (index) => frame(index));
    expect(overlay.frameAt(10)).toBeUndefined();
    await overlay.show(meter());
    expect(overlay.frameAt(11)).toBeUndefined();
    await expect.poll(() => overlay.frameAt(13)).toEqual(frame(13));
    // Not drawn yet: the previous one stays.
    expect(overlay.frameAt(300)).toBeNull();
    void overlay.show(null);
    expect(overlay.frameAt(14)).toBeUndefined();
  });

  it('does not appear if it was stopped while it was being drawn', async () => {
    const overlay = createOverlay(600, async (index) => frame(index));
    const showing = overlay.show(meter());
    void overlay.show(null);
    await showing;
    expect(overlay.frameAt(1)).toBeUndefined();
  });
});
