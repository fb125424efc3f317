import { beforeAll, describe, expect, it } from 'vitest';
import { returnRoom } from '#server/media/rooms.ts';
import { albumItems, albums } from '#server/media/tables.ts';
import { members } from '#server/member/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';

/** Calls as made by a client that knows only the specification: its payloads and nothing else. */

const test = startTestApp();
let anna: TestMember;
let vera: TestPerformer;
let chat: Viewer;
let album: number;
beforeAll(async () => {
  vera = await aPerformer(test);
  anna = await aMember(test, 50_000);
  const row = { performerId: vera.id, position: 1, title: { nl: 'Zee' } };
  const [made] = await test.deps.db.insert(albums).values(row).returning({ id: albums.id });
  album = made?.id ?? 0;
  await test.deps.db.insert(albumItems).values({
    ...{ performerId: vera.id, albumId: album, position: 1, kind: 'picture', version: 'a1', nonude: true },
    ...{ width: 400, height: 300, color: '#000' },
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

async function answers(...args: Parameters<typeof ask>): Promise<Record<string, unknown>> {
  const { status, body } = await ask(...args);
  expect(status, `${args[0]} ${JSON.stringify(body)}`).toBe(200);
  return body;
}

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
    await answers(`POST ${member}/member`, { email, password, meta }, { token: null });
    const key = await mailed('key');
    const { token } = await answers(`POST ${member}/login`, { username: email, password }, { token: null });
    const own = { token: String(token) };
    const loose = { p: '61', page: 1, splash6: true, list: ['a'], none: null, route: { name: 'index' } };
    const other = { email: 'spec-2@example.com', password, meta: loose };
    await answers(`POST ${member}/member`, other, { token: null });
    expect(await test.deps.db.select({ meta: members.meta }).from(members)).toContainEqual({
      meta: { p: '61', page: '1', splash6: 'true' },
    });
    await answers(`POST ${member}/resend-activation`, {}, own);
    await answers(`POST ${member}/activate`, { key, fingerprint: null }, own);
    await answers(`POST ${member}/forgot-password`, { email, username: null }, { token: null });
    await answers(`POST ${member}/forgot-password`, { username: 'spec' }, { token: null });
    const renamed = await answers(`POST ${member}/change-username`, { username: 'spec-client' }, own);
    const change = { password, newPassword: 'Plein-17', repeatNewPassword: 'Plein-17' };
    expect(await answers(`PUT ${member}/member`, change, { token: String(renamed['token']) })).toBe(true);
    const again = await answers(`POST ${member}/auth/login`, { username: email, password: 'Plein-17' });
    await answers(`DELETE ${member}/member`, {}, { token: String(again['token']) });
  });

  it('read who is logged in, and keep favourites', async () => {
    anna = { ...anna, token: (await aMember(test, 50_000)).token };
    expect(await answers(`GET ${member}/basic-info`)).toMatchObject({
      credits: 50_000,
      lander: expect.any(String),
    });
    await answers(`GET ${member}/credits`);
    await answers(`POST ${member}/favourite`, { performerId: vera.id });
    expect(await answers(`GET ${member}/favourite`)).toMatchObject({ result: [{ performerId: vera.id }] });
    await answers(`DELETE ${member}/favourite`, { performerId: vera.id });
    const query = `?username=anna&limit=5&maxLength=32&token=${anna.token}`;
    const { suggestions } = await answers(`GET ${member}/username/suggestions`, {}, { query });
    expect(suggestions).toHaveLength(5);
  });

  it('P7.15 L7.25 count a visit, as a call and as a beacon', async () => {
    const log = { ip: '10.0.0.1', host: 'a.example', timestamp: 1_795_000_000_000, event: 'visit' };
    const duration = { startTime: 1, eventTime: 2, betweenEvent: 1 };
    await answers(`POST ${member}/tracker`, { log, token: anna.token });
    await answers(`POST ${member}/tracker`, { log, session: 's-1', fingerprint: 'f-1', duration });
    const click = { ...log, event: 'click', url: '/', query: { p: '61' }, statusCode: '200' };
    await answers(`POST ${member}/tracker`, {
      log: { ...click, affiliateCode: 61, affiliateInfo: '' },
      ...{ session: null, fingerprint: null, duration: { ...duration, betweenEvent: 0.7 } },
    });
    const last = { log: { ...log, event: 'close', duration, fingerprint: 'f-1' } };
    await answers(`POST ${member}/tracker`, last, { token: null, query: '?api-key=vonk-web' });
  });

  it('show albums, wallet and bundles', async () => {
    expect(await answers(`GET ${member}/media/albums/${vera.id}`)).toMatchObject({ result: [{ id: album }] });
    await answers(`GET ${member}/media/album/${vera.id}/${album}`);
    expect(await answers(`GET ${member}/wallet`, {}, { query: '?wallet=drawer&lang=en' })).toMatchObject({
      bundles: expect.any(Array),
      paymentOptions: expect.any(Array),
      variant: 'drawer',
    });
    await answers(`GET ${member}/bundles`, {}, { query: '?wallet=drawer' });
    await answers(`GET ${member}/payment/options`, {}, { query: '?dimension=mobile' });
  });

  it('P1.11 L7.23 open a payment with the consent, and report a missing one', async () => {
    const order = {
      ...{ returnUrl: '/', paymentMethod: '10', bundle: 'plus', device: 'desktop' },
      ...{ member: anna.id, fingerprint: 'f-1' },
    };
    expect(await ask(`POST ${member}/payment/session`, order)).toEqual({
      status: 400,
      body: { label: 'badRequest.consent.required' },
    });
    const first = await answers(`POST ${member}/payment/session`, { ...order, consent: true });
    const second = await answers(`POST ${member}/payment/session`, { ...order, consent: true });
    expect(first['redirectUrl']).toEqual(expect.any(String));
    expect(second['payment']).not.toBe(first['payment']);
    const paid = { ...order, consent: true, fingerprint: null };
    for (const more of [
      { lang: 'be' },
      { paymentMethod: 10 },
      { returnUrl: `${test.deps.config.publicUrl}/free?p=7` },
    ])
      await answers(`POST ${member}/payment/session`, { ...paid, ...more });
    expect([...test.payments.orders.values()].at(-1)?.returnUrl).toContain('/free?p=7&payment=');
    const away = { ...paid, returnUrl: 'https://elsewhere.example/free' };
    expect((await ask(`POST ${member}/payment/session`, away)).body).toMatchObject({ fields: ['returnUrl'] });
  });

  it('open a session by phone, and read its call', async () => {
    const opened = await test.app.request(`${member}/payment/dial-in`, {
      method: 'POST',
      headers: { 'api-key': 'vonk-web', origin: test.deps.config.publicUrl },
    });
    const { session } = (await opened.json()) as { session: string };
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    for (const path of [
      '/payment/dial-in',
      `/payment/ivr?session=${session}`,
      `/verify/dial-in?session=${session}`,
    ]) {
      const response = await test.app.request(member + path, { headers: { 'api-key': 'vonk-web', cookie } });
      expect(response.status, path).toBe(200);
    }
  });
});

describe('the messaging calls of the specification (platform 7)', () => {
  const inbox = '/api/messaging/inbox';

  it('send, list, read and delete', async () => {
    const { token } = anna;
    const first = { message: 'Hallo', performerId: vera.id, token };
    const sent = (await answers(`POST ${inbox}/new`, first)) as {
      message: { id: number; conversation: number };
    };
    const { id, conversation } = sent.message;
    await answers(`POST ${inbox}/${conversation}`, { message: 'Hallo', token });
    const list = await answers(`GET ${inbox}/list`, {}, { query: `?token=${token}&filter=all` });
    expect(list).toMatchObject({ conversations: [{ id: conversation }] });
    const query = `?page=1&limit=20&token=${token}`;
    // The same text twice is two messages, because no id marks it as sent again.
    expect(await answers(`GET ${inbox}/${conversation}`, {}, { query })).toMatchObject({
      messages: [{ content: 'Hallo' }, { content: 'Hallo' }],
    });
    await answers(`GET ${inbox}/count-unread`);
    await answers(`PUT ${inbox}/message/read/${id}`);
    const suggested = '?username=per&limit=10&page=0';
    await answers(`GET ${inbox}/suggestion-list/models`, {}, { query: suggested });
    await answers(`PUT ${inbox}/state/archive`, { id: conversation, token });
    await answers(`PUT ${inbox}/state/delete`, { id: conversation });
  });
});

describe('the engine calls of the specification (platform 7)', () => {
  it.each([
    '/featured/categories',
    '/promotion/whitelabel?placements[]=grid&placements[]=sidebar&lang=en&whiteLabelToken=x&memberToken=x',
    '/user/find?filter[username]=Noor',
    '/user/find?filter[gender]=female&filter[ethnicity][]=asian',
    '/user/autocomplete?username=noo',
    '/user/count',
    '/performers?filter[gender]=female&filter[userIds][]=1&filter[excludeIds][]=2&pagination[page]=1&pagination[limit]=60',
    '/performers?filter[cybertoy][]=1&filter[cybertoy][]=2&filter[onlineStatus]=live',
    '/performers?filter[gender]=female&ordering[][key]=free&ordering[][value]=1&ordering[][key]=rating',
    '/promotion/whitelabel?placements=grid',
    '/performers?ordering[0][key]=free&ordering[0][value]=1&ordering[1][key]=language&ordering[1][value]=nl',
  ])('%s', async (path) => {
    await answers(`GET /api/engine${path}`, {}, { token: null });
  });

  it('filter by the code of a toy', async () => {
    const three = await makePerformer(test.deps, { cybertoy: 3, username: 'Drie' });
    const names = async (query: string) =>
      (
        (await answers('GET /api/engine/performers', {}, { query })) as { result: { user: number }[] }
      ).result.map(({ user }) => user);
    expect(await names('?filter[cybertoy]=3')).toEqual([three]);
    expect(await names('?filter[cybertoy][]=1&filter[cybertoy][]=2')).toEqual([]);
    expect(await names('?filter[cybertoy]=0')).toEqual([vera.id]);
  });

  it.each([
    ['age=18-24', 'age][]=18-24'],
    ['language=nl', 'language][]=nl'],
    ['language][]=dk', 'language][]=en'],
    ['ethnicity][]=latin&filter[ethnicity][]=south-american', 'ethnicity][]=latin'],
    ['hairColor=coloured', 'hairColor][]=other'],
    ['piercings=true', 'piercings][]=yes'],
    ['piercings=false', 'gender=female'],
    ['userIds=1', 'userIds][]=1'],
    ['popular=free', 'popular][]=free'],
  ])('P7.22 filter by %s as by %s', async (one, other) => {
    const total = async (filter: string) => {
      const query = `?filter[${filter.includes(']') ? filter : filter.replace('=', ']=')}`;
      return (await answers('GET /api/engine/performers', {}, { query }))['total'];
    };
    expect(await total(one)).toBe(await total(other));
  });

  it('L3.1 read a profile by id, with its fields by their names', async () => {
    const texts = { nl: { motto: 'Dag', food: 'Soep' }, en: { motto: 'Hello' } };
    const id = await makePerformer(test.deps, {
      ...{ username: 'Velden', texts, hairColor: 'brown', cybertoy: 2 },
      profile: { zodiac: 'leo', picture: 'a1' },
    });
    const profile = await answers(`GET /api/engine/profile/${id}`, {}, { query: '?lang=en', token: null });
    expect(profile).toMatchObject({ hairColor: 'brown', zodiac: 'leo', motto: 'Hello', food: 'Soep' });
    expect(profile).not.toHaveProperty('picture');
  });
});

describe('the chat calls of the specification (live 7)', () => {
  const base = '/api/chat/chat';
  const act = (action: object) => answers(`POST ${base}/action`, { auth: chat.auth(), ...action });

  beforeAll(async () => {
    anna = await aMember(test, 50_000);
  });

  it('L7.1 L7.2 L7.3 L7.4 L7.5 L7.6 L7.7 L7.8 L7.9 L7.10 L7.11 L7.12 L7.13 L7.14 L7.15 L7.16 L7.17 join, keep alive, act and leave', async () => {
    for (const fields of [{ performer: vera.id, session: null, meta: null }, { performer: vera.username }])
      await answers(`POST ${member}/chat/join`, { ...fields, meta: { width: 1200, mobile: false } });
    const request = { performer: vera.username, session: undefined, meta: { type: 'chat' } };
    const { token } = await answers(`POST ${member}/chat/join`, request);
    const joined = await answers(`POST ${base}/join`, { 'x-chat': token });
    expect(joined).toMatchObject({ config: expect.any(Object), type: 'chat', active: expect.any(Boolean) });
    let auth = String(joined['auth']);
    const { session } = joined['meter'] as { session: string };
    test.media.deliver(session, test.clock.now().getTime());
    const beat = { auth, meta: joined['meta'], stats: { framesDecoded: 25 } };
    auth = String((await answers(`PUT ${base}/keep-alive`, beat))['auth']);
    for (const stats of [null, [], 'x', { framesDecoded: 26.5 }, { framesDecoded: null, packetsLost: -1 }])
      auth = String((await answers(`PUT ${base}/keep-alive`, { auth, meta: { endTime: 1 }, stats }))['auth']);
    chat = { ...chat, auth: () => auth };

    await act({ action: 'message', recipient: 'host', data: { message: 'Hoi', messageType: 'host' } });
    const tip = { amount: 100, tipType: 'tip', message: '', isPublic: false };
    await act({ action: 'tip', recipient: 'host', data: tip });
    await act({ action: 'tip', recipient: 'host', data: tip });
    const settings = await answers(`GET ${base}/settings/camback`, {}, { query: `?auth=${auth}` });
    expect(settings).toMatchObject({ agent: expect.any(String), streamSettings: expect.any(Object) });
    const begun = await act({ action: 'camBackInit', data: { agent: settings['agent'] } });
    expect(begun['stream']).toMatchObject({ output: expect.any(String), accessToken: expect.any(String) });
    test.media.publish(returnRoom(session));
    await act({ action: 'camBackBroadcasting' });
    await act({ action: 'camBackStop', recipient: 'host' });
    await act({ action: 'requestVip' });
    await act({ action: 'stopVip' });
    await answers(`PUT ${base}/set-lobby`, { auth, lobby: false });
    const refused = { status: 400, body: { label: 'badRequest.vip.closed' } };
    expect(await ask(`PUT ${base}/set-lobby`, { auth, lobby: true })).toEqual(refused);
    const rename = { auth, action: 'changeNickname', recipient: 'host', data: { newNickname: 'Nobody' } };
    expect((await ask(`POST ${base}/action`, rename)).body).toEqual({ label: 'badRequest.forbidden' });
    await answers(`POST ${base}/error`, { error: 'the player stopped '.repeat(100) });
    await answers(`POST ${base}/error`, { error: { code: 4, message: 'the player stopped' } });
    await answers(`PUT ${base}/leave`, { auth });
    await answers(`POST ${base}/leave`, { auth }, { query: '?api-key=vonk-web' });
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
    await answers('POST /api/engine/chat/leave', { auth: viewer.auth(), reason }, { token: bram.token });
    expect(await bram.credits()).toBe(1000 - 60);
  });
});
