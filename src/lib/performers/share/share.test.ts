import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawShare, letters, linesOf, widthOf } from './draw.ts';
import { keptShare, SHARE_SIZE, shareOfCategory, shareOfPerformer, shareOfSite } from './share-picture.ts';

const words = {
  title: 'Nederland & België',
  text: 'Een lange zin die over meer dan een regel gaat, want zo gaat dat met zinnen.',
};

/** Number of pixels that differ from the commonest colour, i.e. are drawn. */
async function drawn(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += info.channels)
    counts.set(data[at] ?? 0, (counts.get(data[at] ?? 0) ?? 0) + 1);
  return info.width * info.height - Math.max(...counts.values());
}

test('a picture for shared links has the announced size, and text without installed fonts', async () => {
  const picture = await drawShare(words, null);
  expect(await sharp(picture).metadata()).toMatchObject({ ...SHARE_SIZE, format: 'jpeg' });
  expect(await drawn(picture)).toBeGreaterThan(
    (await drawn(await drawShare({ title: '', text: '' }, null))) + 5000,
  );
  expect(picture.byteLength).toBeLessThan(100_000);
});

test('a portrait is drawn beside the text', async () => {
  const red = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#f00' } })
    .webp()
    .toBuffer();
  const { data, info } = await sharp(await drawShare(words, red))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (300 * info.width + 1100) * info.channels;
  expect(data[at]).toBeGreaterThan(220);
  expect(data[at + 1]).toBeLessThan(40);
});

test('every glyph is a complete path', () => {
  for (const [weight, x] of [
    ['bold', 80],
    ['regular', 81.3],
  ] as const)
    for (let code = 33; code < 383; code += 1)
      expect(letters(`a${String.fromCharCode(code)}`, { x, y: 300.7, size: 104, weight })).toMatch(
        /^(?:[MLQCZ][\d. -]*)+$/,
      );
});

test('text wraps at words, and the rest is replaced by an ellipsis', () => {
  const how = { size: 36, weight: 'regular', width: 400, most: 2 } as const;
  const lines = linesOf(words.text, how);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/);
  for (const line of [...lines, ...linesOf('X'.repeat(200), how)])
    expect(widthOf(line, 36, 'regular')).toBeLessThanOrEqual(400);
  expect(linesOf('kort', how)).toEqual(['kort']);
});

test('a URL changes with the content of its picture, and only then', () => {
  const noor = {
    username: 'Noor',
    age: 30,
    city: 'Gent',
    snapshot: { url: '/images/p1-a.sig/{w}.webp', widths: [], color: '#000' },
  };
  const at = (moment: string) => {
    const version = Date.parse(moment).toString(36);
    return { ...noor, snapshot: { ...noor.snapshot, url: `/images/l1-${version}.sig/{w}.webp` } };
  };
  const [live, later, nextDay] = [
    at('2026-11-30T20:01:00Z'),
    at('2026-11-30T20:09:30Z'),
    at('2026-12-01T20:01:00Z'),
  ];
  expect(shareOfPerformer('nl', noor).url).toMatch(/^\/og\/profile\/Noor-[0-9a-f]{10}\.jpg$/);
  expect(shareOfPerformer('en', noor).url).toMatch(/^\/en\/og\//);
  expect(shareOfPerformer('nl', live)).toEqual(shareOfPerformer('nl', later));
  const refused = { ...noor, snapshot: { ...noor.snapshot, url: '/images/f0-1.sig/{w}.webp' } };
  const changed = [live, nextDay, refused, { ...noor, age: 31 }, { ...noor, city: 'Luik' }];
  const all = [noor, ...changed, { ...noor, username: 'Nora' }];
  expect(new Set(all.map((one) => shareOfPerformer('nl', one).url)).size).toBe(all.length);
  const talk = { slug: 'talk', title: 'A', meta: { nl: { name: 'Praat' } } };
  expect(shareOfCategory('nl', talk).url).not.toBe(shareOfCategory('nl', { ...talk, title: 'B' }).url);
  expect(shareOfSite('nl').url).not.toBe(shareOfSite('en').url);
});

test('a picture is drawn once for concurrent requests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'share-'));
  let times = 0;
  const draw = async () => {
    times += 1;
    return Buffer.from('picture');
  };
  const all = await Promise.all([1, 2, 3].map(() => keptShare(join(folder, 'share'), 'a.jpg', draw)));
  await keptShare(join(folder, 'share'), 'a.jpg', draw);
  expect(all.map(String)).toEqual(['picture', 'picture', 'picture']);
  expect(times).toBe(1);
  await rm(folder, { recursive: true });
});

test('a picture is drawn again after a day, and old ones are deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'share-'));
  const draw = async () => Buffer.from('new');
  const dayAgo = new Date(Date.now() - 24 * 3_600_000);
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await writeFile(join(folder, name), 'old');
  for (const name of ['a.jpg', 'b.jpg']) await utimes(join(folder, name), dayAgo, dayAgo);
  expect(String(await keptShare(folder, 'c.jpg', draw))).toBe('old');
  expect(String(await keptShare(folder, 'a.jpg', draw))).toBe('new');
  expect((await readdir(folder)).sort()).toEqual(['a.jpg', 'c.jpg']);
  await rm(folder, { recursive: true });
});
