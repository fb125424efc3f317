import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ask, nameOf, read, Visitor } from '../../support/visitor.ts';

for (const prefix of ['', '/en']) {
  for (const page of ['profile', 'stream']) {
    test(`${prefix}/${page} of an unknown performer leads to the 404 page`, async () => {
      expect((await ask(`${prefix}/${page}/Nobody-Knows-Me`)).status).toBe(404);
    });
  }
}

test('pages and their files are compressed in the browser’s preferred encoding', async () => {
  for (const encoding of ['br', 'gzip']) {
    const headers = { 'accept-encoding': encoding };
    const page = await ask('/', { headers });
    expect(page.headers.get('content-encoding')).toBe(encoding);
    const style = (await page.text()).match(/href="(\/_astro\/[^"]+\.css)"/)?.[1] ?? '';
    expect((await ask(style, { headers })).headers.get('content-encoding')).toBe(encoding);
  }
});

test('every text response names its charset, cached or not, page or error', async () => {
  for (const path of [
    '/',
    '/en/talk',
    '/privacy',
    '/stream/Nobody',
    '/500',
    '/503',
    '/410',
    '/offline.html',
    '/offline-en.html',
    '/dev/outbox',
  ])
    for (const method of ['GET', 'GET', 'HEAD', 'PUT']) {
      const type = (await ask(path, { method })).headers.get('content-type') ?? '';
      if (type.startsWith('text/html'))
        expect(type.toLowerCase(), `${method} ${path}`).toBe('text/html; charset=utf-8');
      else {
        expect(method, type).toBe('PUT');
        expect(path, type).toEqual(expect.stringMatching(/outbox|offline/));
      }
    }
});

test('files with a content hash are cached for ever, in every encoding', async () => {
  const html = (await read('/')) + (await read('/profile/Sofie')) + (await read('/stream/Sofie'));
  const files = [...new Set([...html.matchAll(/"(\/_astro\/[^"]+)"/g)].map(([, path = '']) => path))];
  for (const kind of ['.js', '.css', '.woff2']) expect(files.some((file) => file.endsWith(kind))).toBe(true);
  for (const path of files) {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const answer = await ask(path, { headers: { 'accept-encoding': encoding } });
      const etag = answer.headers.get('etag') ?? '';
      const again = await ask(path, { headers: { 'accept-encoding': encoding, 'if-none-match': etag } });
      expect(answer.status, path).toBe(200);
      expect(again.status, path).toBe(304);
      for (const { headers } of [answer, again]) {
        expect(headers.get('cache-control'), path).toBe('public, max-age=31536000, immutable');
        expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      }
    }
  }
});

test('/favicon.ico shows the brand’s mark', async () => {
  const answer = await ask('/favicon.ico');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  const file = Buffer.from(await answer.arrayBuffer());
  const sizes = Array.from({ length: file.readUInt16LE(4) }, (_, index) => file.readUInt8(6 + 16 * index));
  expect(sizes).toEqual([16, 32, 48]);
  for (const [index, size] of sizes.entries()) {
    const [length, offset] = [8, 12].map((at) => file.readUInt32LE(6 + 16 * index + at)) as [number, number];
    const { data, info } = await sharp(file.subarray(offset, offset + length))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toEqual(size);
    expect(info.height).toEqual(size);
    const middle = (size * (size / 2) + size / 2) * info.channels;
    // The spark is white, the square around it the brand's red.
    expect([...data.subarray(middle, middle + 3)]).toEqual([255, 255, 255]);
    expect([...data.subarray(size * 4 * (size / 2 - 1) + 4, size * 4 * (size / 2 - 1) + 7)]).toEqual([
      0xc9, 0x34, 0x1e,
    ]);
  }
});

test('P2.47 P2.77 a list has header, category bar with search, filters, menu, texts and footer', async () => {
  const page = await new Visitor().open('/en');
  for (const landmark of ['header', 'main', 'footer']) expect(page.all(landmark), landmark).toHaveLength(1);
  expect(page.find('nav[aria-label="Categories"] a', 'Good talk')).toBeTruthy();
  expect(page.all('form[role="search"] input[type="search"]')).toHaveLength(1);
  expect(page.find('a', 'Filters')).toBeTruthy();
  expect(page.all('dialog#menu')).toHaveLength(1);
  expect(page.all('main h2').length).toBeGreaterThan(0);
});

test('a page number after the last redirects to the last', async () => {
  const answer = await ask('/en?page=900&p=77');
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toMatch(/^\/en\?page=\d+&p=77$/);
  expect((await ask('/en?page=900&p=77', { redirect: 'follow' })).status).toBe(200);
});

test('every page has restrictive headers: no base URL, no opener, read only', async () => {
  for (const path of ['/', '/en/free', '/privacy', '/no-such-page']) {
    const { headers } = await ask(path);
    expect(headers.get('content-security-policy'), path).toContain("base-uri 'none'");
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
    const posted = await ask(path, { method: 'POST', body: 'x=1' });
    expect(posted.status, path).toBe(405);
    expect(posted.headers.get('allow'), path).toBe('GET, HEAD');
  }
});

test('an unreadable form counts as empty', async () => {
  for (const path of ['/age', '/en/consent', '/activate'])
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', '']) {
      const { status } = await ask(path, { method: 'POST', body: '{', headers: { 'content-type': type } });
      expect(status, `${path} ${type}`).toBeLessThan(400);
    }
});

const profiles = [
  { path: '/profile/Femke', own: 'Favoriete houding', who: ['Wie', 'Vrouw'], age: 'Accessoires' },
  { path: '/en/profile/Ruben', own: 'Favourite pose', who: ['Who', 'Man'], age: 'Accessories' },
] as const;

for (const { path, own, who, age } of profiles) {
  test(`L3.2 ${path} shows its fields in words, some only after the age question`, async () => {
    const fieldsFor = async (cookies: Record<string, string>) => {
      const visitor = await new Visitor(cookies).open(path);
      const [labels, values] = ['dt', 'dd'].map((part) => visitor.all(part).map(nameOf));
      return new Map(labels?.map((label, place) => [label, values?.[place] ?? '']));
    };
    const [before, after] = [await fieldsFor({}), await fieldsFor({ age: '1' })];
    expect(before.size).toBeGreaterThan(30);
    expect(after.get(who[0])).toBe(who[1]);
    for (const label of [own, age]) {
      expect(before.has(label), label).toBe(false);
      expect(after.has(label), label).toBe(true);
    }
    // A value without a text would be shown as its stored code, in lower case.
    for (const [label, value] of after) expect(value, label).not.toMatch(/^[a-z_-]+(?:, [a-z_-]+)*$/);
  });
}
