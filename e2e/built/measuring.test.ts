import { expect, test } from 'vitest';
import { guestPaths } from '../support/html/html-pages.ts';
import { ask, configured, origin } from '../support/visitor.ts';

const script = 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1';
const directivesOf = (answer: Response): Record<string, string> =>
  Object.fromEntries(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

test('P3.31 P7.46 no page stores or loads measuring, whatever the answer', async () => {
  const check = async (site: string, cookie: string) => {
    // In one language: all have the same scripts.
    for (const path of guestPaths.map((one) => one.replace('{performer}', 'Sofie'))) {
      const answer = await ask(site + path, { headers: { cookie } });
      const html = await answer.text();
      expect(answer.headers.getSetCookie().join(), `${cookie} ${path}`).not.toContain('vonk_fid');
      expect(html.match(/<(script|link|img|iframe)[^>]*google/g), `${cookie} ${path}`).toBeNull();
    }
  };
  // A brand without a tag manager loads nothing, so one visitor is enough.
  await check(origin, 'age=1; consent=yes');
  for (const cookie of ['', 'consent=no', 'consent=yes', 'age=1; consent=yes'])
    await check(configured, cookie);
}, 120_000);

test('P7.46 the content policy allows a tag manager only if the brand has one, and no inline script', async () => {
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
])('the cookie question and the cookies page under %s/ name the third party', async (prefix, text) => {
  for (const path of ['/free', '/cookies']) {
    expect(await (await ask(configured + prefix + path)).text(), path).toMatch(text);
    expect(await (await ask(prefix + path)).text(), path).not.toMatch(text);
  }
});

test('P3.31 refusing deletes the cookie set after consent', async () => {
  const answer = async (choice: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', origin, cookie: 'vonk_fid=x' };
    const body = new URLSearchParams({ choice, return: '/' });
    return (await ask('/consent', { method: 'POST', headers, body })).headers.getSetCookie();
  };
  expect(await answer('no')).toEqual([expect.stringContaining('consent=no'), 'vonk_fid=; path=/; max-age=0']);
  expect(await answer('yes')).toEqual([expect.stringContaining('consent=yes')]);
});

test('the cookies page has a script only if there is consent to withdraw', async () => {
  const scripts = async (cookie: string) =>
    (await (await ask('/cookies', { headers: { cookie } })).text()).match(/<script type="module"/g)?.length ??
    0;
  expect(await scripts('')).toBe(0);
  expect(await scripts('consent=no')).toBe(0);
  expect(await scripts('consent=yes')).toBe(1);
});
