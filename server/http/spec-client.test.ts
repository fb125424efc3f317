import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { promotionFileSchema } from '#contract/performers/profile/promotion-file.ts';
import { returnRoom } from '#server/media/rooms.ts';
import { albumItems, albums } from '#server/media/tables.ts';
import { members } from '#server/member/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performers } from '#server/performers/tables.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';
import { visits } from '#server/tracking/tables.ts';
import { writeVisits } from '#server/tracking/write-visits.ts';
import { payAndNotify } from '#server/wallet/purchase/testing.ts';
import { payments } from '#server/wallet/tables.ts';

/** Calls as made by a client that knows only the specification: its payloads and nothing else. */

const promotions = [
  promotionFileSchema.parse({ placement: 'grid', model: 'noor' }),
  promotionFileSchema.parse({
    placement: 'theme',
    season: 'easter',
    from: '2026-01-01',
    until: '2026-12-31',
  }),
];
const test = startTestApp({ change: ({ brand }) => ({ brand: { ...brand, promotions } }) });
let anna: TestMember;
let vera: TestPerformer;
let noor: number;
let chat: Viewer;
let album: number;
beforeAll(async () => {
  vera = { ...(await aPerformer(test)), username: 'Vera' };
  const names = { username: 'Vera', usernameFolded: 'vera' };
  await test.deps.db.update(performers).set(names).where(eq(performers.id, vera.id));
  noor = await makePerformer(test.deps, {
    username: 'Noor',
    dateOfBirth: '2004-05-05',
    onlineStatus: 3,
    rating: 40,
    cybertoy: 1,
    languages: ['nl', 'dk'],
    ethnicity: 'asian',
    hairColor: 'coloured',
    piercings: true,
  });
  await makePerformer(test.deps, {
    username: 'Lola',
    onlineStatus: 0,
    rating: 50,
    ethnicity: 'south-american',
  });
  anna = await aMember(test, 50_000);
  const row = { performerId: vera.id, position: 1, title: { nl: 'Zee' } };
  const [made] = await test.deps.db.insert(albums).values(row).returning({ id: albums.id });
  album = made?.id ?? 0;
  await test.deps.db.insert(albumItems).values({
    performerId: vera.id,
    albumId: album,
    position: 1,
    kind: 'picture',
    version: 'a1',
    nonude: true,
    width: 400,
    height: 300,
    color: '#000',
  });
  chat = await join(test, anna.caller, vera);
  await chat.beat();
});

interface AskOptions {
  readonly token?: string | null;
  readonly query?: string;
}

async function ask(line: string, payload: object = {}, { token = anna.token, query = '' }: AskOptions = {}) {
  const [method = '', path = ''] = line.split(' ');
  const response = await test.app.request(path + query, {
    method,
    headers: {
      ...(query.includes('api-key') ? {} : { 'api-key': test.deps.config.apiKey }),
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(payload) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Each call says what it expects: a status alone would also fit an empty answer. */
async function answers(
  line: string,
  payload: object,
  expected: object | true,
  options: AskOptions = {},
): Promise<Record<string, unknown>> {
  const { status, body } = await ask(line, payload, options);
  expect(status, `${line} ${JSON.stringify(body)}`).toBe(200);
  if (expected === true) expect(body, line).toBe(true);
  else expect(body, line).toMatchObject(expected);
  return body;
}
const text = expect.any(String);

const member = '/api/member';
const password = 'Plein-16';
const mailed = async (name: string): Promise<string> => {
  await runDueWork(test.outbox);
  return test.mail.sent.at(-1)?.text.match(new RegExp(`${name}=([\\w-]+)`))?.[1] ?? '';
};

describe('the member calls of the specification (platform 7)', () => {
  it('P7.4 register, log in, activate, recover and change an account', async () => {
    const email = 'spec@example.com';
    const meta = { p: '61', route: '/profile/Noor' };
    await answers(`POST ${member}/member`, { email, password, meta }, true, { token: null });
    const key = await mailed('key');
    const login = { username: email, password };
    const { token } = await answers(`POST ${member}/login`, login, { token: text }, { token: null });
    const own = { token: String(token) };
    const loose = { p: '61', page: 1, splash6: true, list: ['a'], none: null, route: { name: 'index' } };
    const other = { email: 'spec-2@example.com', password, meta: loose };
    await answers(`POST ${member}/member`, other, true, { token: null });
    expect(await test.deps.db.select({ meta: members.meta }).from(members)).toContainEqual({
      meta: { p: '61', page: '1', splash6: 'true' },
    });
    await answers(`POST ${member}/resend-activation`, {}, true, own);
    await answers(`POST ${member}/activate`, { key, fingerprint: null }, { credits: 120 }, own);
    await answers(`POST ${member}/forgot-password`, { email, username: null }, true, { token: null });
    await answers(`POST ${member}/forgot-password`, { username: 'spec' }, true, { token: null });
    const name = { username: 'spec-client' };
    const renamed = await answers(`POST ${member}/change-username`, name, { token: text }, own);
    const change = { password, newPassword: 'Plein-17', repeatNewPassword: 'Plein-17' };
    await answers(`PUT ${member}/member`, change, true, { token: String(renamed['token']) });
    const changed = { username: email, password: 'Plein-17' };
    const again = await answers(`POST ${member}/auth/login`, changed, {
      token: text,
      memberId: expect.any(Number),
    });
    await answers(
      `GET ${member}/basic-info`,
      {},
      { ...name, email, credits: 120, verified: true },
      { token: String(again['token']) },
    );
    await answers(`DELETE ${member}/member`, {}, true, { token: String(again['token']) });
  });

  it('read who is logged in, and keep favourites', async () => {
    anna = { ...anna, token: (await aMember(test, 50_000)).token };
    await answers(`GET ${member}/basic-info`, {}, { credits: 50_000, lander: text });
    await answers(`GET ${member}/credits`, {}, { credits: 50_000 });
    await answers(`POST ${member}/favourite`, { performerId: vera.id }, true);
    await answers(`GET ${member}/favourite`, {}, { result: [{ performerId: vera.id }] });
    await answers(`DELETE ${member}/favourite`, { performerId: vera.id }, true);
    await answers(`GET ${member}/favourite`, {}, { result: [] });
    const query = `?username=anna&limit=5&maxLength=32&token=${anna.token}`;
    const suggestions = ['anna', text, text, text, text];
    await answers(`GET ${member}/username/suggestions`, {}, { suggestions }, { query });
  });

  it('P7.15 L7.25 count a visit, as a call and as a beacon', async () => {
    const log = { ip: '10.0.0.1', host: 'a.example', timestamp: 1_795_000_000_000, event: 'visit' };
    const duration = { startTime: 1, eventTime: 2, betweenEvent: 1 };
    await answers(`POST ${member}/tracker`, { log, token: anna.token }, true);
    await answers(`POST ${member}/tracker`, { log, session: 's-1', fingerprint: 'f-1', duration }, true);
    const click = { ...log, event: 'click', url: '/', query: { p: '61' }, statusCode: '200' };
    const clicked = {
      log: { ...click, affiliateCode: 61, affiliateInfo: '' },
      session: null,
      fingerprint: null,
      duration: { ...duration, betweenEvent: 0.7 },
    };
    await answers(`POST ${member}/tracker`, clicked, true);
    const beacon = { token: null, query: '?api-key=vonk-web' };
    const last = { log: { ...log, event: 'close', duration, fingerprint: 'f-1' } };
    await answers(`POST ${member}/tracker`, last, true, beacon);
    const short = { startTime: 5000, eventTime: 12_000, betweenEvent: 7000 };
    await answers(`POST ${member}/tracker`, { log: { duration: short, fingerprint: 'f-2' } }, true, beacon);
    await writeVisits(test.deps);
    const { pages, clicks, seconds } = visits;
    const counted = await test.deps.db.select({ pages, clicks, seconds }).from(visits);
    expect(counted.map((visit) => Object.values(visit).join(' ')).sort()).toEqual([
      '0 0 0',
      '0 0 7',
      '0 1 0',
      '1 0 0',
      '1 0 0',
    ]);
  });

  it('show albums, wallet and bundles', async () => {
    await answers(`GET ${member}/media/albums/${vera.id}`, {}, { result: [{ id: album, title: 'Zee' }] });
    const items = [{ kind: 'picture', width: 400, height: 300 }];
    await answers(`GET ${member}/media/album/${vera.id}/${album}`, {}, { id: album, title: 'Zee', items });
    const bundles = ['start', 'plus', 'comfort', 'ruim', 'royaal'].map((id) => ({
      id,
      cents: expect.any(Number),
    }));
    const methods = ['ideal', 'creditcard', 'mistercash', 'sofortbanking', 'paysafecard'];
    const paymentOptions = methods.map((method) => ({ method, provider: 'paynl', id: text }));
    const wallet = { bundles, paymentOptions, variant: 'drawer' };
    await answers(`GET ${member}/wallet`, {}, wallet, { query: '?wallet=drawer&lang=en' });
    await answers(`GET ${member}/bundles`, {}, { bundles }, { query: '?wallet=drawer' });
    await answers(`GET ${member}/payment/options`, {}, { paymentOptions }, { query: '?dimension=mobile' });
  });

  it('P1.11 L7.23 open a payment: with the consent once, then without', async () => {
    const order = {
      returnUrl: '/',
      paymentMethod: '10',
      bundle: 'plus',
      device: 'desktop',
      member: anna.id,
      fingerprint: 'f-1',
    };
    const line = `POST ${member}/payment/session`;
    const opened = { payment: text, redirectUrl: text };
    const none = { status: 400, body: { label: 'badRequest.consent.required' } };
    expect(await ask(line, order)).toEqual(none);
    const first = await answers(line, { ...order, consent: true }, opened);
    test.clock.advance(3_600_000);
    expect(await ask(line, order)).toEqual(none);
    await payAndNotify(test, [...test.payments.orders.keys()].at(-1) ?? '');
    const second = await answers(line, order, opened);
    expect(second['payment']).not.toBe(first['payment']);
    const { id, consentedAt, createdAt } = payments;
    const stored = await test.deps.db
      .select({ id, consentedAt, createdAt })
      .from(payments)
      .orderBy(createdAt);
    expect(stored.map(({ id }) => id)).toEqual([first['payment'], second['payment']]);
    expect(stored[1]?.consentedAt).toEqual(stored[0]?.createdAt);
    expect(await ask(line, { ...order, consent: false })).toEqual(none);
    const plain = { ...order, fingerprint: null };
    for (const more of [
      { lang: 'be' },
      { paymentMethod: 10 },
      { returnUrl: `${test.deps.config.publicUrl}/free?p=7` },
    ])
      await answers(line, { ...plain, ...more }, opened);
    expect([...test.payments.orders.values()].at(-1)?.returnUrl).toContain('/free?p=7&payment=');
    const away = { ...plain, returnUrl: 'https://elsewhere.example/free' };
    expect((await ask(line, away)).body).toMatchObject({ fields: ['returnUrl'] });
  });

  it('open a session by phone, and read its call', async () => {
    const opened = await test.app.request(`${member}/payment/dial-in`, {
      method: 'POST',
      headers: { 'api-key': 'vonk-web', origin: test.deps.config.publicUrl },
    });
    const { session } = (await opened.json()) as { session: string };
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const call = { session, state: 'PENDING' };
    for (const [path, expected] of [
      ['/payment/dial-in', { session: call }],
      [`/payment/ivr?session=${session}`, call],
      [`/verify/dial-in?session=${session}`, { verified: false }],
    ] as const) {
      const response = await test.app.request(member + path, { headers: { 'api-key': 'vonk-web', cookie } });
      expect(response.status, path).toBe(200);
      expect(await response.json(), path).toMatchObject(expected);
    }
  });
});

describe('the messaging calls of the specification (platform 7)', () => {
  const inbox = '/api/messaging/inbox';

  it('send, list, read and delete', async () => {
    const { token } = anna;
    const first = { message: 'Hallo', performerId: vera.id, token };
    const written = { content: 'Hallo', owner: 'self', read: false };
    const sent = (await answers(`POST ${inbox}/new`, first, { message: written })) as {
      message: { id: number; conversation: number };
    };
    const { id, conversation } = sent.message;
    const again = { message: { ...written, conversation } };
    await answers(`POST ${inbox}/${conversation}`, { message: 'Hallo', token }, again);
    const other = { userid: vera.id, username: vera.username };
    const list = { conversations: [{ id: conversation, other }] };
    await answers(`GET ${inbox}/list`, {}, list, { query: `?token=${token}&filter=all` });
    const query = `?page=1&limit=20&token=${token}`;
    // The same text twice is two messages, because no id marks it as sent again.
    await answers(`GET ${inbox}/${conversation}`, {}, { other, messages: [written, written] }, { query });
    await answers(`GET ${inbox}/count-unread`, {}, { unread: 0 });
    await answers(`PUT ${inbox}/message/read/${id}`, {}, { unread: 0 });
    const suggested = { result: [{ ...other, conversation }] };
    const like = '?username=ver&limit=10&page=0';
    await answers(`GET ${inbox}/suggestion-list/models`, {}, suggested, { query: like });
    await answers(`PUT ${inbox}/state/archive`, { id: conversation, token }, true);
    await answers(`GET ${inbox}/list`, {}, list, { query: '?filter=archived' });
    await answers(`PUT ${inbox}/state/delete`, { id: conversation }, true);
    await answers(`GET ${inbox}/list`, {}, { conversations: [] });
  });
});

describe('the engine calls of the specification (platform 7)', () => {
  const named = (...names: string[]) => ({ result: names.map((username) => ({ username })) });
  const inGrid = { placement: 'grid', card: { username: 'Noor' } };
  it.each([
    [
      '/featured/categories',
      { result: expect.arrayContaining([expect.objectContaining({ slug: 'music' })]) },
    ],
    [
      '/promotion/whitelabel?placements[]=grid&placements[]=theme&lang=en&whiteLabelToken=x&memberToken=x',
      { result: [inGrid, { placement: 'theme' }] },
    ],
    ['/promotion/whitelabel?placements=grid', { result: [inGrid] }],
    ['/user/find?filter[username]=Noor', named('Noor')],
    ['/user/find?filter[gender]=female&filter[ethnicity][]=asian', named('Noor')],
    ['/user/autocomplete?username=noo', named('Noor')],
    ['/user/count', { count: 3 }],
    [
      '/performers?filter[gender]=female&filter[userIds][]=1&filter[excludeIds][]=2&pagination[page]=1&pagination[limit]=60',
      named('Vera'),
    ],
    ['/performers?filter[cybertoy][]=1&filter[cybertoy][]=2&filter[onlineStatus]=free', named('Noor')],
    [
      '/performers?filter[gender]=female&ordering[][key]=free&ordering[][value]=1&ordering[][key]=rating',
      named('Noor', 'Lola', 'Vera'),
    ],
    [
      '/performers?ordering[0][key]=free&ordering[0][value]=1&ordering[1][key]=language&ordering[1][value]=nl',
      named('Noor', 'Vera', 'Lola'),
    ],
    ['/performers?ordering[0][key]=rating&ordering[0][value]=desc', named('Lola', 'Noor', 'Vera')],
    ['/performers?ordering[0][key]=rating&ordering[0][value]=asc', named('Vera', 'Noor', 'Lola')],
    ['/performers?ordering[0][key]=free&ordering[0][value]=asc', named('Vera', 'Lola', 'Noor')],
  ])('%s', async (path, expected) => {
    const { body } = await ask(`GET /api/engine${path}`, {}, { token: null });
    expect(body).toMatchObject(expected);
  });

  it('filter by the code of a toy', async () => {
    const three = await makePerformer(test.deps, { cybertoy: 3, username: 'Drie' });
    const names = async (query: string) =>
      (
        (await answers('GET /api/engine/performers', {}, { result: expect.any(Array) }, { query })) as {
          result: { user: number }[];
        }
      ).result.map(({ user }) => user);
    expect(await names('?filter[cybertoy]=3')).toEqual([three]);
    expect(await names('?filter[cybertoy][]=1&filter[cybertoy][]=2')).toEqual([noor]);
    expect(await names('?filter[cybertoy]=0')).toContain(vera.id);
  });

  it.each([
    ['age=18-24', 'age][]=18-24', 1],
    ['language=nl', 'language][]=nl', 4],
    ['language][]=dk', 'language][]=en', 1],
    ['ethnicity][]=latin&filter[ethnicity][]=south-american', 'ethnicity][]=latin', 1],
    ['hairColor=coloured', 'hairColor][]=other', 1],
    ['piercings=true', 'piercings][]=yes', 1],
    ['piercings=false', 'gender=female', 4],
    ['userIds=1', 'userIds][]=1', 1],
    ['popular=free', 'popular][]=free', 1],
  ])('P7.22 filter by %s as by %s', async (one, other, total) => {
    for (const filter of [one, other]) {
      const query = `?filter[${filter.includes(']') ? filter : filter.replace('=', ']=')}`;
      await answers('GET /api/engine/performers', {}, { total }, { query });
    }
  });

  it('L3.1 read a profile by id, with its fields by their names', async () => {
    const texts = { nl: { motto: 'Dag', food: 'Soep' }, en: { motto: 'Hello' } };
    const id = await makePerformer(test.deps, {
      username: 'Velden',
      texts,
      hairColor: 'brown',
      cybertoy: 2,
      profile: { zodiac: 'leo', picture: 'a1' },
    });
    const fields = { hairColor: 'brown', zodiac: 'leo', motto: 'Hello', food: 'Soep' };
    const options = { query: '?lang=en', token: null };
    const profile = await answers(`GET /api/engine/profile/${id}`, {}, fields, options);
    expect(profile).not.toHaveProperty('picture');
  });
});

describe('the chat calls of the specification (live 7)', () => {
  const base = '/api/chat/chat';
  const act = (action: object, expected: object) =>
    answers(`POST ${base}/action`, { auth: chat.auth(), ...action }, expected);

  beforeAll(async () => {
    anna = await aMember(test, 50_000);
  });

  it('L7.1 L7.2 L7.3 L7.4 L7.5 L7.6 L7.7 L7.8 L7.9 L7.10 L7.11 L7.12 L7.13 L7.14 L7.15 L7.16 L7.17 join, keep alive, act and leave', async () => {
    for (const fields of [{ performer: vera.id, session: null, meta: null }, { performer: vera.username }])
      await answers(
        `POST ${member}/chat/join`,
        { ...fields, meta: { width: 1200, mobile: false } },
        { token: text },
      );
    const request = { performer: vera.username, session: undefined, meta: { type: 'chat' } };
    const { token } = await answers(`POST ${member}/chat/join`, request, { token: text });
    const begun = { auth: text, config: expect.any(Object), type: 'chat', active: expect.any(Boolean) };
    const joined = await answers(`POST ${base}/join`, { 'x-chat': token }, begun);
    let auth = String(joined['auth']);
    const { session } = joined['meter'] as { session: string };
    test.media.deliver(session, test.clock.now().getTime());
    const beat = { auth, meta: joined['meta'], stats: { framesDecoded: 25 } };
    auth = String((await answers(`PUT ${base}/keep-alive`, beat, { auth: text }))['auth']);
    for (const stats of [null, [], 'x', { framesDecoded: 26.5 }, { framesDecoded: null, packetsLost: -1 }]) {
      const odd = { auth, meta: { endTime: 1 }, stats };
      auth = String((await answers(`PUT ${base}/keep-alive`, odd, { auth: text }))['auth']);
    }
    chat = { ...chat, auth: () => auth };

    const hello = { action: 'message', recipient: 'host', data: { message: 'Hoi', messageType: 'host' } };
    await act(hello, { message: { message: 'Hoi', messageType: 'member' } });
    const tip = { amount: 100, tipType: 'tip', message: '', isPublic: false };
    const tipped = { message: { messageType: 'tip' } };
    await act({ action: 'tip', recipient: 'host', data: tip }, tipped);
    await act({ action: 'tip', recipient: 'host', data: tip }, tipped);
    const camera = { agent: text, streamSettings: expect.any(Object) };
    const settings = await answers(`GET ${base}/settings/camback`, {}, camera, { query: `?auth=${auth}` });
    const stream = { output: text, accessToken: text };
    await act({ action: 'camBackInit', data: { agent: settings['agent'] } }, { stream });
    test.media.publish(returnRoom(session));
    await act({ action: 'camBackBroadcasting' }, {});
    await act({ action: 'camBackStop', recipient: 'host' }, {});
    await act({ action: 'requestVip' }, { vip: { state: 'pending' } });
    await act({ action: 'stopVip' }, { vip: { state: 'declined', reason: 'withdrawn' } });
    await answers(`PUT ${base}/set-lobby`, { auth, lobby: false }, { lobby: false });
    const refused = { status: 400, body: { label: 'badRequest.vip.closed' } };
    expect(await ask(`PUT ${base}/set-lobby`, { auth, lobby: true })).toEqual(refused);
    const rename = { auth, action: 'changeNickname', recipient: 'host', data: { newNickname: 'Nobody' } };
    expect((await ask(`POST ${base}/action`, rename)).body).toEqual({ label: 'badRequest.forbidden' });
    const logged = { logged: true };
    await answers(`POST ${base}/error`, { error: 'the player stopped '.repeat(100) }, logged);
    await answers(`POST ${base}/error`, { error: { code: 4, message: 'the player stopped' } }, logged);
    const left = { left: true, receipt: { charged: 60, tips: 200, total: 260 } };
    await answers(`PUT ${base}/leave`, { auth }, left);
    await answers(`POST ${base}/leave`, { auth }, left, { query: '?api-key=vonk-web' });
    expect(await anna.credits(), 'a minute and two tips, as no id says that one was sent again').toBe(
      50_000 - 60 - 200,
    );
  });

  it.each([
    'guest_expired',
    'duplicate_session',
    'paused',
    'default',
    'dialin_stopped',
    'chat-closed',
    null,
    'host_left',
  ])('leave for the reason %s, which returns no credits', async (reason) => {
    const bram = await aMember(test, 1000);
    const viewer = await join(test, bram.caller, vera);
    await viewer.beat();
    const left = { left: true, receipt: { charged: 60, returned: 0, total: 60 } };
    const leaving = { auth: viewer.auth(), reason };
    await answers('POST /api/engine/chat/leave', leaving, left, { token: bram.token });
    expect(await bram.credits()).toBe(1000 - 60);
  });
});
