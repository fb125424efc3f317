import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { ask, origin, read } from '../support/ask.ts';

/** The whole table is in src/lib/site/routing/redirects.test.ts; here one of each kind, through the running site. */
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
  // One hop to the one spelling of a name, also where more has moved
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

test('whatever has moved answers 301, to GET and HEAD, and its new place answers at once', async () => {
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

test('what is posted to a former address is not sent on', async () => {
  const answer = await ask('/archief', { method: 'POST', headers: { origin } });
  expect(answer.status).not.toBe(301);
});

test('slashes too many are one redirect', async () => {
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

test('no address leads off the site', async () => {
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

/** Asks for the path as it is written: a browser and fetch would tidy it first. */
async function locationOf(port: number, path: string): Promise<string | undefined> {
  const asked = get({ host: '127.0.0.1', port, path, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.headers.location;
}
