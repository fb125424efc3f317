import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeCast } from '#demo/cast.ts';
import { placeholderColor, portraitSvg, renderPortrait } from '#demo/portraits.ts';

const cast = makeCast({ count: 250, now: new Date('2026-11-20T12:00:00Z') });
const [first, second] = cast;
if (!first || !second) throw new Error('The cast is empty');

/** Mean difference of two pictures, 0 to 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const pixels = (image: Buffer) => sharp(image).resize(80, 60).raw().toBuffer();
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

describe('portraits', () => {
  it('are the same for one performer and differ between performers', () => {
    expect(portraitSvg(first)).toBe(portraitSvg({ ...first }));
    expect(new Set(cast.map(portraitSvg)).size).toBe(cast.length);
  });

  it('contain no undefined value, NaN or unfilled placeholder', () => {
    for (const performer of cast) expect(portraitSvg(performer)).not.toMatch(/undefined|NaN|@|-ID/);
  });

  it('have a placeholder colour close to that of their wall', () => {
    for (const performer of cast) expect(placeholderColor(performer)).toMatch(/^#[0-9a-f]{6}$/);
  });

  it.each(['avif', 'webp', 'jpeg'] as const)(
    'are rendered as %s in the requested width at 4:3',
    async (format) => {
      const {
        width,
        height,
        format: kind,
      } = await sharp(await renderPortrait(first, 320, format)).metadata();
      expect(width).toBe(320);
      expect(height).toBe(240);
      expect(kind).toBe(format === 'avif' ? 'heif' : format);
    },
  );

  it('differ visibly: two neighbours differ in many pixels', async () => {
    const [one, other] = await Promise.all([
      renderPortrait(first, 160, 'jpeg'),
      renderPortrait(second, 160, 'jpeg'),
    ]);
    expect(await difference(one, other)).toBeGreaterThan(15);
  });
});
