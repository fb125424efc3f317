import { expect, it, test } from 'vitest';
import { setLobby } from '#contract/chat/vip-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { openDialIn } from '#contract/wallet/dial-in-calls.ts';
import { ask, origin, reduced } from '../../support/visitor.ts';

const sites = [
  { prefix: '', vip: 'VIP-show' },
  { prefix: '/en', vip: 'VIP show' },
] as const;

const pageAt = async (url: string): Promise<string> => (await ask(url)).text();

it.each(sites)('a stream page ($prefix) offers no disabled feature', async (site) => {
  const path = `${site.prefix}/stream/Sofie`;
  const [on, off] = [await pageAt(path), await pageAt(reduced + path)];
  const parts = [`>${site.vip}</dt>`, 'hasVip&quot;:[0,true]', 'camBack&quot;:[0,true]'];
  expect(parts.map((part) => [part, on.includes(part), off.includes(part)])).toEqual(
    parts.map((part) => [part, true, false]),
  );
  expect(off).toContain('Sofie');
  expect(off).not.toContain('canCall');
});

async function answer(at: string, path: string, method: string, body: object, token = '') {
  const headers = {
    'api-key': 'vonk-web',
    origin: at,
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(at + path, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as { label?: string } };
}

const gone = { status: 404, body: expect.objectContaining({ label: 'badRequest.notFound' }) };

it('answers calls of disabled features as unknown', async () => {
  const waiting = { performer: 'Sofie', lobby: true };
  expect(await answer(reduced, pathOf(setLobby), 'PUT', waiting)).toEqual(gone);
  expect(await answer(reduced, pathOf(openDialIn), 'POST', {})).toEqual(gone);
});

it('has no toy if the brand has none', async () => {
  const switchOn = async (at: string) => {
    const login = await answer(at, pathOf(studioLogin), 'POST', {
      username: 'Sofie',
      password: 'Studio1234',
    });
    const { token } = studioLogin.output.parse(login.body);
    return answer(at, pathOf(setToy), 'PUT', { active: true }, token);
  };
  expect(await switchOn(reduced)).toEqual(gone);
  expect((await switchOn(origin)).status).not.toBe(404);
});

const paths = ['/talk', '/en/talk?p=77', '/no-such-category'];

const answersAt = (origin = '') =>
  Promise.all(
    paths.map(async (path) => {
      const { status, headers } = await ask(origin + path);
      return [path, status, headers.get('location')];
    }),
  );

test('P1.6 a category page redirects home if the brand has no categories', async () => {
  expect(await answersAt()).toEqual([
    ['/talk', 200, null],
    ['/en/talk?p=77', 200, null],
    ['/no-such-category', 404, null],
  ]);
  expect(await answersAt(reduced)).toEqual([
    ['/talk', 302, '/'],
    ['/en/talk?p=77', 302, '/en?p=77'],
    ['/no-such-category', 404, null],
  ]);
});
