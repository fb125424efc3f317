import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { type AnyEndpoint, type InputOf, pathOf } from '#contract/endpoint.ts';
import { authLogIn, register } from '#contract/member/account/account-calls.ts';
import { chooseMails, readPreferences } from '#contract/member/settings/settings-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { ask, origin } from '../support/visitor.ts';

/** The demo's secret. */
const secret = new TextEncoder().encode('demo-secret-that-protects-nothing-but-the-demo');
const password = 'Plein-16';
let people = 0;

async function send<E extends AnyEndpoint>(call: E, input: InputOf<E>, headers = {}): Promise<Response> {
  const all = { 'api-key': 'vonk-web', 'content-type': 'application/json', origin, ...headers };
  const body = call.method === 'GET' ? {} : { body: JSON.stringify(input) };
  return ask(pathOf(call), { method: call.method, headers: all, ...body });
}

/** Creates a member and the key of a mail to the member. */
async function reader(kind = 'messages') {
  people += 1;
  const email = `stop-${people}-${Date.now()}@example.com`;
  await send(register, { email, password });
  const { token, memberId } = authLogIn.output.parse(
    await (await send(authLogIn, { username: email, password })).json(),
  );
  const headers = { authorization: `Bearer ${token}` };
  const key = await new SignJWT({ sub: String(memberId), kind })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience('mail-stop')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(secret);
  const getsMails = async () =>
    readPreferences.output.parse(await (await send(readPreferences, {}, headers)).json()).mails.messages;
  return { key, headers, getsMails };
}

const sites = [
  {
    prefix: '',
    asks: 'Geen mails meer over berichten?',
    done: 'Je krijgt geen mails meer over berichten',
    live: ['Geen mails meer over favorieten?', 'Je krijgt geen mails meer over favorieten'],
  },
  {
    prefix: '/en',
    asks: 'No more mails about messages?',
    done: 'You get no more mails about messages',
    live: ['No more mails about favourites?', 'You get no more mails about favourites'],
  },
];

describe.each(sites)('stopping mails from a mail ($prefix)', ({ prefix, asks, done, live }) => {
  const at = (key: string) => `${prefix}${routes.stopMails}?${new URLSearchParams({ key })}`;

  test('opening the URL asks and changes nothing', async () => {
    const { key, getsMails } = await reader();
    const answer = await ask(at(key));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    expect(page).toContain(asks);
    expect(page).toContain(`name="key" value="${key}"`);
    // The key does not leak to other sites.
    expect(page).toContain('<meta name="referrer" content="same-origin"');
    expect(await getsMails()).toBe(true);
  });

  test('its button stops mails, which can be turned on again', async () => {
    const { key, headers, getsMails } = await reader();
    const body = new URLSearchParams({ key });
    const answer = await ask(prefix + routes.stopMails, { method: 'POST', headers: { origin }, body });
    expect(await answer.text()).toContain(done);
    expect(await getsMails()).toBe(false);
    await send(chooseMails, { mails: { messages: true } }, headers);
    expect(await getsMails()).toBe(true);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
    'a mail program stops them at once, without cookie, origin or redirect: %s',
    async (type) => {
      const { key, getsMails } = await reader();
      const form = type.startsWith('multipart') ? new FormData() : new URLSearchParams();
      form.set('List-Unsubscribe', 'One-Click');
      for (let count = 0; count < 2; count += 1) {
        const answer = await ask(at(key), { method: 'POST', body: form, redirect: 'manual' });
        expect(answer.status).toBe(200);
        expect(answer.headers.getSetCookie()).toEqual([]);
        expect(await answer.text()).toContain(done);
      }
      expect(await getsMails()).toBe(false);
    },
  );

  test('says which mails it stops: those about favourites leave those about messages', async () => {
    const { key, getsMails } = await reader('live');
    const url = `${prefix}${routes.stopMails}?${new URLSearchParams({ about: 'live', key })}`;
    const asking = await (await ask(url)).text();
    expect(asking).toContain(live[0]);
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(asking) ?? [];
    const pressed = await ask(action, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ key }),
    });
    expect(await pressed.text()).toContain(live[1]);
    const byProgram = await ask(url, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(byProgram.status).toBe(200);
    expect(byProgram.headers.getSetCookie()).toEqual([]);
    expect(await getsMails()).toBe(true);
  });

  test('refuses other sites and invalid keys', async () => {
    const { key, getsMails } = await reader();
    const foreign = { origin: 'https://elsewhere.example' };
    const body = new URLSearchParams({ key });
    expect((await ask(at(key), { method: 'POST', headers: foreign, body })).status).toBe(403);
    const wrong = await ask(at(`${key}x`), { method: 'POST', body: new URLSearchParams() });
    expect(await wrong.text()).not.toContain(done);
    expect(await getsMails()).toBe(true);
  });
});
