import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { ask, origin, read } from '../../support/visitor.ts';

/** One URL of each kind, for the running site; the whole table is in src/lib/site/routing/redirects.test.ts. */
const moved: readonly (readonly [from: string, to: string])[] = [
  ['/free/', '/free'],
  ['/en/', '/en'],
  ['/nl/free/?p=77', '/nl/free?p=77'],
  ['/profiel/{name}/', '/profile/{name}'],
  ['/nl/profiel/{name}', '/profile/{name}'],
  ['/en/profiel/{name}/?p=77', '/en/profile/{name}?p=77'],
  ['/?sect=profile&m={name}&Click_id=x', '/profile/{name}?Click_id=x'],
  ['/en?sect=profile&m={name}', '/en/profile/{name}'],
  ['/en/profiel/Nobody/?sect=profile&m={name}', '/en/profile/{name}'],
  ['/splash', '/'],
  ['/splash6/', '/?splash6=true'],
  ...['style', 'archief', 'respo', 'islive_ein', 'filter', 'categorie', 'betalen'].map(
    (name) => [`/${name}`, '/'] as const,
  ),
  ...['18jr_65jr', 'helpdesk', 'no-cache'].map((name) => [`/${name}?p=77`, '/?p=77'] as const),
  ['/archief/2012/maart/', '/'],
  ['/algemenevoorwaarden', '/terms-conditions'],
  // One redirect to the canonical spelling of a name, also if other parts of the URL have moved.
  ...['', '/en'].flatMap((prefix) =>
    ['{lower}', '{upper}'].flatMap((spelt) => [
      [`${prefix}/profile/${spelt}`, `${prefix}/profile/{name}`] as const,
      [
        `${prefix}/stream/${spelt}?p=77&Click_id=a%20b&q=1`,
        `${prefix}/stream/{name}?p=77&Click_id=a+b&q=1`,
      ] as const,
    ]),
  ),
  ['/nl/profile/{upper}', '/profile/{name}'],
  ['/EN/Profile//{upper}/?p=77', '/en/profile/{name}?p=77'],
  ['/profiel/{lower}?p=a.b&Click_id=x', '/profile/{name}?Click_id=x'],
  ['/?sect=profile&m={upper}', '/profile/{name}'],
  ['/TALK?page=1', '/talk?page=1'],
  ['/en/Talk', '/en/talk'],
  ['/nl/TALK//', '/talk'],
  ['/search/blond', '/'],
  ['/de/search/blond/2', '/'],
];

test('P2.28 P2.29 P2.30 P2.31 P2.32 P2.33 P2.34 P2.35 P2.36 P2.37 P2.38 P2.39 P2.40 P2.41 P2.42 P2.43 P2.44 P2.45 moved URLs answer GET and HEAD with 301, and the target answers without redirect', async () => {
  const home = await read('/');
  const name = home.match(/\/profile\/([^"?]+)/)?.[1] ?? '';
  expect(name).not.toBe('');
  for (const [from, to] of moved) {
    const [address, target] = [from, to].map((text) => spell(text, name)) as [string, string];
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(address, { method });
      expect
        .soft(`${answer.status} ${answer.headers.get('location')}`, `${method} ${address}`)
        .toBe(`301 ${target}`);
    }
    expect.soft((await ask(target)).status, target).toBe(200);
  }
});

const spell = (text: string, name: string): string =>
  text.replace('{name}', name).replace('{lower}', name.toLowerCase()).replace('{upper}', name.toUpperCase());

test('a POST to a former URL is not redirected', async () => {
  const answer = await ask('/archief', { method: 'POST', headers: { origin } });
  expect(answer.status).not.toBe(301);
});

test('P2.28 superfluous slashes cause one redirect', async () => {
  for (const [path, target] of [
    ['//free', '/free'],
    ['/free//', '/free'],
    ['/free///?p=77', '/free?p=77'],
    ['/en//talk', '/en/talk'],
    ['//en//talk//', '/en/talk'],
    ['//', '/'],
  ] as const) {
    const location = await locationOf(Number(new URL(origin).port), path);
    expect.soft(location, path).toBe(target);
    expect.soft((await ask(target)).status, target).toBe(200);
  }
});

test('no URL redirects to another site', async () => {
  for (const path of [
    '//evil.example/',
    '/\\evil.example/',
    '///evil.example//',
    '/nl//evil.example/',
    '//evil.example',
    '//evil.example/free//',
    '/en//evil.example',
    '/EN///evil.example',
    '/%5Cevil.example/',
  ]) {
    const location = await locationOf(Number(new URL(origin).port), path);
    expect.soft(new URL(location ?? '/', origin).origin, path).toBe(origin);
  }
});

/** Requests the path unchanged: browsers and fetch would normalise it. */
async function locationOf(port: number, path: string): Promise<string | undefined> {
  const request = get({ host: '127.0.0.1', port, path, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.headers.location;
}
