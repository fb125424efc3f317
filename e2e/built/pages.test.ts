import { expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { nameOf, Visitor } from '../support/visitor.ts';

for (const prefix of ['', '/en']) {
  for (const page of ['profile', 'stream']) {
    test(`${prefix}/${page} of somebody nobody knows leads to the 404 page`, async () => {
      expect((await ask(`${prefix}/${page}/Nobody-Knows-Me`)).status).toBe(404);
    });
  }
}

test('pages and what they load come compressed, as the browser asks for it', async () => {
  for (const encoding of ['br', 'gzip']) {
    const headers = { 'accept-encoding': encoding };
    const page = await ask('/', { headers });
    expect(page.headers.get('content-encoding')).toBe(encoding);
    const style = (await page.text()).match(/href="(\/_astro\/[^"]+\.css)"/)?.[1] ?? '';
    expect((await ask(style, { headers })).headers.get('content-encoding')).toBe(encoding);
  }
});

test('a page behind the last leads to the last', async () => {
  const answer = await ask('/en?page=900&p=77');
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toMatch(/^\/en\?page=\d+&p=77$/);
  expect((await ask('/en?page=900&p=77', { redirect: 'follow' })).status).toBe(200);
});

test('every page says what it allows: no base address, no opener, and only to be read', async () => {
  for (const path of ['/', '/en/free', '/privacy', '/no-such-page']) {
    const { headers } = await ask(path);
    expect(headers.get('content-security-policy'), path).toContain("base-uri 'none'");
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
    const posted = await ask(path, { method: 'POST', body: 'x=1' });
    expect([posted.status, posted.headers.get('allow')], path).toEqual([405, 'GET, HEAD']);
  }
});

test('a form that cannot be read counts as an empty one', async () => {
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
  test(`${path} says its fields in words, and some of them after the age question only`, async () => {
    const fieldsFor = async (cookies: Record<string, string>) => {
      const visitor = await new Visitor(cookies).open(path);
      const [labels, values] = ['dt', 'dd'].map((part) => visitor.all(part).map(nameOf));
      return new Map(labels?.map((label, place) => [label, values?.[place] ?? '']));
    };
    const [before, after] = [await fieldsFor({}), await fieldsFor({ age: '1' })];
    expect(before.size).toBeGreaterThan(30);
    expect(after.get(who[0])).toBe(who[1]);
    for (const label of [own, age])
      expect([before.has(label), after.has(label)], label).toEqual([false, true]);
    // A code without a word would be shown as it is stored: small letters and nothing else.
    for (const [label, value] of after) expect(value, label).not.toMatch(/^[a-z_-]+(?:, [a-z_-]+)*$/);
  });
}
