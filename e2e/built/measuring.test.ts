import { expect, test } from 'vitest';
import { ask, configured, origin } from '../support/ask.ts';
import { urlsOf } from '../support/html/html-pages.ts';

const script = 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1';
const directivesOf = (answer: Response): Record<string, string> =>
  Object.fromEntries(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

test('no page keeps anything of measuring or loads it, whatever was answered', async () => {
  const check = async (site: string, cookie: string) => {
    for (const path of urlsOf('Sofie')) {
      const answer = await ask(site + path, { headers: { cookie } });
      const html = await answer.text();
      expect(answer.headers.getSetCookie().join(), `${cookie} ${path}`).not.toContain('vonk_fid');
      expect(html.match(/<(script|link|img|iframe)[^>]*google/g), `${cookie} ${path}`).toBeNull();
    }
  };
  // The brand without a tag manager has nothing to load, so one visitor is enough there.
  await check(origin, 'age=1; consent=yes');
  for (const cookie of ['', 'consent=no', 'consent=yes', 'age=1; consent=yes'])
    await check(configured, cookie);
}, 120_000);

test('a page lets in a tag manager only where the brand has one, and no script as text', async () => {
  const [plain, withOne] = [await ask('/en'), await ask(`${configured}/en`)];
  expect(plain.headers.get('content-security-policy')).not.toContain('google');
  expect(await plain.text()).not.toContain('google');
  const { 'script-src': scripts = '', 'connect-src': calls = '' } = directivesOf(withOne);
  expect(scripts).toContain(' https://www.googletagmanager.com');
  expect(scripts).not.toMatch(/unsafe|\*/);
  expect(calls).toMatch(/^'self' /);
  expect(await withOne.text()).toContain(`<meta name="site-tag-manager" content="${script}"`);
});

test.each([
  ['', /Sta je het toe, dan wordt ook Google Tag Manager geladen/],
  ['/en', /If you allow it, Google Tag Manager is loaded too/],
])('the question and the cookies page of %s say who else would learn of it', async (prefix, said) => {
  for (const path of ['/free', '/cookies']) {
    expect(await (await ask(configured + prefix + path)).text(), path).toMatch(said);
    expect(await (await ask(prefix + path)).text(), path).not.toMatch(said);
  }
});

test('a no deletes the cookie that a yes has led to', async () => {
  const answer = async (choice: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', origin, cookie: 'vonk_fid=x' };
    const body = new URLSearchParams({ choice, return: '/' });
    return (await ask('/consent', { method: 'POST', headers, body })).headers.getSetCookie();
  };
  expect(await answer('no')).toEqual([expect.stringContaining('consent=no'), 'vonk_fid=; path=/; max-age=0']);
  expect(await answer('yes')).toEqual([expect.stringContaining('consent=yes')]);
});

test('the cookies page has a script only for who may take something back', async () => {
  const scripts = async (cookie: string) =>
    (await (await ask('/cookies', { headers: { cookie } })).text()).match(/<script type="module"/g)?.length ??
    0;
  expect([await scripts(''), await scripts('consent=no'), await scripts('consent=yes')]).toEqual([0, 0, 1]);
});
