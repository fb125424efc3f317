import { expect, test } from 'vitest';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { ask, attributeOf, read, Visitor } from '../../support/visitor.ts';

/** Number of characters of a cached page's digest in the ETag; the visitor's part follows it. */
const DIGEST = 27;

const CARRIED = 'p=77&pi=spring-sale&Click_id=a_b&offer_id=7';

for (const prefix of ['', '/en']) {
  test(`a redirect home from ${prefix}/ keeps the affiliate`, async () => {
    for (const [path, target] of [
      ['/favourites', prefix || '/'],
      ['/archief', prefix || '/'],
    ]) {
      const answer = await ask(`${prefix}${path}?${CARRIED}`);
      expect(answer.headers.get('location'), path).toBe(`${target}?${CARRIED}`);
    }
  });

  test.each([
    '/',
    '/free',
    '/new-cams',
    '/talk',
    '/search',
    '/privacy',
    '/profile/{name}',
    '/stream/{name}',
    '/forbidden',
  ])(
    `P2.18 P5.3 visitors from all affiliates get one cached page at ${prefix}%s, each with their own values`,
    async (path) => {
      const name = (await read('/')).match(/\/profile\/([^"?]+)/)?.[1] ?? '';
      const wanted = path.replace('{name}', name).replace('/search', '/?username=so');
      const page = (prefix + wanted).replace('/en/?', '/en?').replace(/\/en\/$/, '/en');
      const requests = visits.map((values) => {
        const query = new URLSearchParams({ ...values }).toString();
        return { values, address: `${page}${page.includes('?') ? '&' : '?'}${query}` };
      });
      // All responses come from one cached page, so their tags are equal without the visitor's part.
      const answers = await Promise.all(requests.map(({ address }) => ask(address)));
      const tags = answers.map((answer) => answer.headers.get('etag')?.slice(1, 1 + DIGEST));
      expect(tags[0]).toBeTruthy();
      expect(new Set(tags).size, tags.join(' ')).toBe(1);
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      for (const [index, html] of texts.entries()) {
        const { values, address } = requests[index] ?? { values: {}, address: '' };
        const links = carriedBy(html);
        expect(links.length, address).toBeGreaterThan(3);
        for (const link of links)
          expect(affiliateOf(link.searchParams), `${link} on ${address}`).toEqual(values);
        const others = visits.filter((one) => one !== values).map(({ Click_id }) => Click_id);
        for (const other of others) expect(html, `${other} on ${address}`).not.toContain(other);
      }
    },
  );
}

test.each([
  ['/no-such-page', 404],
  ['/en/no/such/page', 404],
  ['/profile/Nobody', 404],
  ['/en/stream/Nobody', 404],
  ['/profile', 404],
  ['/caf%E9', 404],
  ['/503', 503],
])(
  'P2.84 an error page keeps the affiliate in every link, also in links to other languages: %s',
  async (path, status) => {
    const answer = await ask(`${path}?${CARRIED}`);
    expect(answer.status).toBe(status);
    const links = carriedBy(await answer.text(), { languages: true });
    expect(links.length).toBeGreaterThan(5);
    for (const link of links)
      expect(affiliateOf(link.searchParams), link.href).toEqual({
        p: '77',
        pi: 'spring-sale',
        Click_id: 'a_b',
        offer_id: '7',
      });
  },
);

test('P2.73 L1.4 the registration link for performers passes the affiliate on', async () => {
  for (const [path, code] of [
    ['/', '61'],
    ['/en/privacy?p=77&Click_id=x', '77'],
    ['/no-such-page?p=77', '77'],
  ] as const) {
    const [, href = ''] = /href="(https:\/\/performers\.[^"]*sign-up[^"]*)"/.exec(await read(path)) ?? [];
    const link = new URL(href.replace(/&(?:#38|amp);/g, '&'));
    expect(link.searchParams.get('p'), path).toEqual(code);
    expect(link.searchParams.get('source'), path).toBe('footer');
  }
  expect((await ask('/register-performer')).status).toBe(404);
});

test('P2.72 the footer links to terms, privacy, cookies, the company and its affiliate site', async () => {
  const visitor = await new Visitor().open('/en');
  const at = (name: string) => attributeOf(visitor.find('footer a', name), 'href');
  expect(['Terms and conditions', 'Privacy', 'Cookies'].map(at)).toEqual([
    '/en/terms-conditions',
    '/en/privacy',
    '/en/cookies',
  ]);
  for (const name of ['Company', 'Affiliates']) expect(at(name), name).toMatch(/^https:/);
});

test('P2.72 the footer’s links to sister sites pass the affiliate on, by default this brand’s code', async () => {
  const sistersOn = async (path: string): Promise<URLSearchParams[]> => {
    const html = await read(path);
    const footer = html.slice(html.indexOf('<footer'));
    return [...footer.matchAll(/<a\s[^>]*?href="(https:[^"]*)"/g)]
      .map(([, href = '']) => new URL(href.replace(/&(?:#38|amp);/g, '&')).searchParams)
      .filter((query) => query.get('source') === 'footer');
  };
  const [alone, sent] = [await sistersOn('/privacy'), await sistersOn(`/en/privacy?${CARRIED}`)];
  expect(alone.map(String)).toEqual(['p=61&source=footer', 'p=61&source=footer']);
  expect(sent).toHaveLength(2);
  for (const query of sent) expect(affiliateOf(query)).toEqual(affiliateOf(new URLSearchParams(CARRIED)));
});

test('P5.1 an invalid value appears in no link or form', async () => {
  for (const path of ['/', '/en/talk', '/no-such-page', '/cookies']) {
    const html = await read(`${path}?p=in.valid&pi=not+valid&Click_id=x&splash6=true`);
    expect(html, path).toContain('Click_id=x');
    expect(html, path).toContain('splash6=true');
    expect(html, path).not.toMatch(/in\.valid|not\+valid|not%20valid/);
    const marked = await read(`${path}?p=77%3Cscript%3E&pi=a_b`);
    expect(marked, path).not.toMatch(/[?;]p=77|pi=a_b/);
  }
});

/** Values of three affiliates for every key of the table. */
const visits = ['first', 'second', 'third'].map((who, index) => ({
  p: `${70 + index}`,
  pi: `${who}-sale`,
  Click_id: `click_of_the_${who}`,
  offer_id: `${index + 7}`,
  splash6: `${index}`,
}));

/** Links of a page to other pages of the site; with `languages` also those to itself in other languages. */
const carriedBy = (html: string, { languages = false } = {}): URL[] =>
  [...html.matchAll(/<a\s[^>]*?href="(\/[^"]*)"[^>]*>/g)]
    .filter(([tag]) => (languages || !tag.includes('hreflang')) && !/href="\/(images|videos)\//.test(tag))
    .map(([, href = '']) => new URL(href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'), 'http://site'));
