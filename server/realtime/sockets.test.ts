import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { getChatJoinToken, joinChat, keepAlive, leaveChat } from '#contract/chat/session-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { SocketCall } from '#contract/socket.ts';
import { getChatJoinToken as getJoinToken } from '#server/chat/join/get-chat-join-token.ts';
import { joinChat as join } from '#server/chat/join/join-chat.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { sessions } from '#server/identity/tables.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import {
  callOver,
  nextPush,
  startTestServer,
  type TestServer,
  type TestSocket,
} from '#server/testing/test-server.ts';

const server = serveTestApp();
const opened: TestSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

function connect(options?: Parameters<TestServer['connect']>[0]): TestSocket {
  const socket = server.connect(options);
  opened.push(socket);
  return socket;
}

const cookieOf = (member: TestMember) => ({ cookie: `vonk_session=${member.token}` });
const basicInfo: SocketCall = { method: 'GET', url: '/api/member/credits', data: {} };
const label = (name: string) => ({ label: name });

async function joinOver(socket: TestSocket, member: TestMember, performer: TestPerformer) {
  const { token } = await getJoinToken(server.deps, member.caller, { performer: performer.username });
  const { status, body } = await callOver(socket, {
    method: 'POST',
    url: pathOf(joinChat),
    data: { 'x-chat': token },
  });
  expect(status).toBe(200);
  return joinChat.output.parse(body);
}

it('receives pushes from the moment it is connected', async () => {
  const anna = await aMember(server, 321);
  const socket = connect(cookieOf(anna));
  const heard = nextPush(socket, 'updated-credits');
  socket.once('connect', () => server.deps.push.toMember(anna.id, 'updated-credits', { credits: 322 }));
  expect(await heard).toEqual({ credits: 322 });
});

it('P7.21 calls the HTTP routes as the owner of the cookie', async () => {
  const anna = await aMember(server, 321);
  const [socket, stranger] = [connect(cookieOf(anna)), connect()];
  expect(await callOver(socket, basicInfo)).toMatchObject({ status: 200, body: { credits: 321 } });
  expect(await callOver(stranger, basicInfo)).toEqual({
    status: 401,
    body: label('badRequest.unauthorized'),
  });
});

it('accepts a token in the handshake from an encoder, which has no cookies', async () => {
  const vera = await aPerformer(server, onlineStatus.free);
  const answer = await callOver(connect({ token: vera.token }), {
    method: 'GET',
    url: '/api/studio/room',
    data: { after: 0 },
  });
  expect(answer).toMatchObject({ status: 200, body: { onlineStatus: onlineStatus.free } });
});

it('refuses pages of another origin, with or without a cookie', async () => {
  const anna = await aMember(server);
  const socket = connect({ ...cookieOf(anna), origin: 'https://elsewhere.example' });
  const refusal = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
  expect(refusal.message).toBe('badRequest.invalid.origin');
  expect(socket.connected).toBe(false);
});

it.each([
  ['a browser’s page of another site', { site: 'cross-site' }],
  ['a browser’s page of another host of the site', { site: 'same-site' }],
  ['a browser that says no page at all', { site: 'none' }],
])('refuses a connection without an origin that is %s', async (_, { site }) => {
  const socket = connect({ site });
  const refusal = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
  expect(refusal.message).toBe('badRequest.invalid.origin');
});

it('refuses a cookie without an origin', async () => {
  const anna = await aMember(server);
  const socket = connect({ ...cookieOf(anna), origin: null });
  const refusal = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
  expect(refusal.message).toBe('badRequest.invalid.origin');
});

it('accepts the site’s own pages', async () => {
  const anna = await aMember(server);
  const socket = connect({ origin: server.deps.config.publicUrl });
  expect(await callOver(socket, basicInfo)).toMatchObject({ status: 401 });
  // A browser sends no origin for a same-origin read, such as long polling.
  const polling = connect({ ...cookieOf(anna), origin: null, site: 'same-origin' });
  expect(await callOver(polling, basicInfo)).toMatchObject({ status: 200 });
});

it.each([
  ['no envelope', null],
  ['a word', 'hello'],
  ['an unknown method', { method: 'PATCH', url: '/api/member/credits' }],
  ['an address that is not the API', { method: 'GET', url: '/metrics' }],
  ['an address of another house', { method: 'GET', url: 'https://elsewhere.example/api/x' }],
])('answers 400 to %s', async (_, envelope) => {
  const answer = await callOver(connect(), envelope as SocketCall);
  expect(answer).toEqual({ status: 400, body: label('badRequest.invalid.input') });
});

it('answers 404 to an unknown call', async () => {
  const answer = await callOver(connect(), { method: 'POST', url: '/api/chat/nothing', data: {} });
  expect(answer).toEqual({ status: 404, body: label('badRequest.notFound') });
});

it.each(['a\nb', '\u0000', 'x'.repeat(5000), '', 'Bearer x', 'a.b.c'])(
  'treats a caller with the token %j as a guest',
  async (token) => {
    const socket = connect({ token });
    expect(await callOver(socket, basicInfo)).toEqual({
      status: 401,
      body: label('badRequest.unauthorized'),
    });
  },
);

it.each([
  ['a percent sign that stands for nothing', { method: 'GET', url: '/api/engine/profile/%E0%A4%A' }],
  ['no fields but a list', { method: 'PUT', url: '/api/chat/chat/leave', data: [1] }],
  [
    'names of the language itself',
    {
      method: 'GET',
      url: '/api/engine/performers?__proto__[x]=1',
      data: JSON.parse('{"__proto__":{"filter":1}}'),
    },
  ],
  ['deep nesting', { method: 'GET', url: `/api/engine/performers?filter${'[a]'.repeat(300)}=1` }],
])('answers %s without a 5xx', async (_, envelope) => {
  const { status } = await callOver(connect(), envelope as SocketCall);
  expect(status).toBeLessThan(500);
});

it('survives an event without an acknowledgement, and unknown events', async () => {
  const socket = connect();
  const raw = socket as unknown as { emit(name: string, ...parts: unknown[]): void };
  raw.emit('call', { method: 'GET', url: '/api/member/credits' });
  raw.emit('admin', 'please');
  expect(await callOver(socket, basicInfo)).toMatchObject({ status: 401 });
});

it('refuses calls beyond the limit, and still answers other sockets', async () => {
  const flooder = connect();
  const answers = await Promise.all(Array.from({ length: 200 }, () => callOver(flooder, basicInfo)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.body).toEqual(label('badRequest.tooMany'));
  expect(await callOver(connect(), basicInfo)).toMatchObject({ status: 401 });
  expect(await callOver(flooder, basicInfo)).toMatchObject({ status: 401 });
});

describe('a flooding client', () => {
  const limited = async (environment: Record<string, string>, use: (own: TestServer) => Promise<void>) => {
    const own = await startTestServer({ environment });
    await use(own).finally(() => own.close());
  };
  const isOpen = (socket: TestSocket) =>
    new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('connect_error', () => {
        // A retry would take the place of the next socket.
        socket.disconnect();
        resolve(false);
      });
    });

  it.each(['call', 'nothing anybody knows'])(
    'that sends %s without a pause is disconnected, others are not',
    (name) =>
      limited({ SOCKET_EVENTS: '50' }, async (own) => {
        const [flooder, other] = [own.connect(), own.connect()];
        await callOver(other, basicInfo);
        flooder.io.reconnection(false);
        const cut = new Promise((resolve) => flooder.once('disconnect', resolve));
        const raw = flooder as unknown as { emit(name: string, ...parts: unknown[]): void };
        for (let number = 0; number < 60; number += 1) raw.emit(name, basicInfo);
        await cut;
        expect(await callOver(other, basicInfo)).toMatchObject({ status: 401 });
        expect(await callOver(own.connect(), basicInfo)).toMatchObject({ status: 401 });
      }),
  );

  it('with too many sockets gets another only after one is closed', () =>
    limited({ SOCKETS_PER_IP: '3' }, async (own) => {
      const first = own.connect();
      expect(await Promise.all([first, own.connect(), own.connect()].map(isOpen))).toEqual([
        true,
        true,
        true,
      ]);
      expect(await isOpen(own.connect())).toBe(false);
      first.disconnect();
      await expect.poll(() => isOpen(own.connect())).toBe(true);
    }));

  it('is counted by the IP a trusted proxy sends', () =>
    limited({ SOCKETS_PER_IP: '1', TRUSTED_PROXIES: '127.0.0.1' }, async (own) => {
      const from = (address: string) => own.connect({ forwardedFor: address });
      expect(await isOpen(from('203.0.113.7'))).toBe(true);
      expect(await isOpen(from('203.0.113.7'))).toBe(false);
      expect(await isOpen(from('203.0.113.8'))).toBe(true);
      expect(await isOpen(from('2001:db8:1:2::7'))).toBe(true);
      expect(await isOpen(from('2001:db8:1:2:aaaa::9'))).toBe(false);
      expect(await isOpen(from('2001:db8:1:3::7'))).toBe(true);
    }));

  it('is not limited if limits are off', () =>
    limited({ SOCKETS_PER_IP: '1', SOCKET_EVENTS: '5', RATE_LIMITS: 'false' }, async (own) => {
      const both = [own.connect(), own.connect()];
      for (let number = 0; number < 10; number += 1)
        for (const socket of both) expect(await callOver(socket, basicInfo)).toMatchObject({ status: 401 });
    }));
});

it('disconnects a socket whose login ended without a push', async () => {
  const anna = await aMember(server);
  const socket = connect(cookieOf(anna));
  await callOver(socket, basicInfo);
  const ended = nextPush(socket, 'session-ended');
  await server.recheck();
  expect(socket.connected).toBe(true);
  await server.deps.db
    .update(sessions)
    .set({ endedAt: server.deps.now() })
    .where(eq(sessions.memberId, anna.id));
  await server.recheck();
  await expect(ended).resolves.toEqual({});
  await expect.poll(() => socket.connected).toBe(false);
});

it('authenticates a reconnecting socket again', async () => {
  const [anna, bram] = [await aMember(server, 111), await aMember(server, 222)];
  const socket = connect(cookieOf(anna));
  expect(await callOver(socket, basicInfo)).toMatchObject({ body: { credits: 111 } });
  const heardFirst = nextPush(socket, 'updated-credits');
  server.deps.push.toMember(anna.id, 'updated-credits', { credits: 1 });
  await heardFirst;
  const back = new Promise((resolve) =>
    socket.once('disconnect', () => socket.once('connect', () => resolve(null))),
  );
  Object.assign(socket.io.opts, { extraHeaders: { ...cookieOf(bram), origin: server.url } });
  server.cutLines();
  await back;
  expect(await callOver(socket, basicInfo)).toMatchObject({ body: { credits: 222 } });
  let heard = 0;
  socket.on('updated-credits', () => {
    heard += 1;
  });
  server.deps.push.toMember(anna.id, 'updated-credits', { credits: 7 });
  await callOver(socket, basicInfo);
  expect(heard).toBe(0);
});

it('delivers a member’s pushes to all of their sockets, and to no other', async () => {
  const [anna, bram] = [await aMember(server), await aMember(server)];
  const [first, second, other] = [connect(cookieOf(anna)), connect(cookieOf(anna)), connect(cookieOf(bram))];
  await Promise.all([first, second, other].map((socket) => callOver(socket, basicInfo)));
  let foreign = 0;
  other.on('updated-credits', () => {
    foreign += 1;
  });
  const both = [nextPush(first, 'updated-credits'), nextPush(second, 'updated-credits')];
  server.deps.push.toMember(anna.id, 'updated-credits', { credits: 7 });
  expect(await Promise.all(both)).toEqual([{ credits: 7 }, { credits: 7 }]);
  await callOver(other, basicInfo);
  expect(foreign).toBe(0);
});

it.each([
  ['updated-credits', 'setCredits', { credits: 7 }],
  ['payment-failed', 'failed-payment', { action: 'interval' }],
] as const)(
  "P4.40 P4.44 sends %s also as %s, the specification's other name",
  async (name, other, payload) => {
    const anna = await aMember(server);
    const socket = connect(cookieOf(anna));
    await callOver(socket, basicInfo);
    const heard = [nextPush(socket, name), nextPush(socket, other)];
    server.deps.push.toMember(anna.id, name, payload as never);
    expect(await Promise.all(heard)).toEqual([payload, payload]);
  },
);

it('disconnects every socket of an ended login session, after a push', async () => {
  const anna = await aMember(server);
  const [row] = await server.deps.db.select().from(sessions).where(eq(sessions.memberId, anna.id));
  const socket = connect(cookieOf(anna));
  await callOver(socket, basicInfo);
  const push = nextPush(socket, 'session-ended');
  const cut = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  server.deps.push.endSession(row?.id ?? '');
  await expect(push).resolves.toEqual({});
  await expect(cut).resolves.toBe('io server disconnect');
});

it('pushes every new status to a guest who only looks at a list', async () => {
  const vera = await aPerformer(server, onlineStatus.online);
  const guest = connect();
  await callOver(guest, basicInfo);
  const push = nextPush(guest, 'performer-status');
  await storeStatus(server.deps, vera.id, onlineStatus.free);
  await expect(push).resolves.toEqual({
    user: vera.id,
    username: vera.username,
    onlineStatus: onlineStatus.free,
  });
});

it('L7.1 puts only the joining connection into the performer’s room', async () => {
  const [anna, vera] = [await aMember(server), await aPerformer(server, onlineStatus.free)];
  const [watching, elsewhere] = [connect(cookieOf(anna)), connect(cookieOf(anna))];
  await callOver(elsewhere, basicInfo);
  await joinOver(watching, anna, vera);
  let leaked = 0;
  elsewhere.on('chat-viewers', () => {
    leaked += 1;
  });
  const seen = nextPush(watching, 'chat-viewers');
  server.deps.push.toRoom(vera.id, 'chat-viewers', { room: vera.id, viewers: 5 });
  await expect(seen).resolves.toEqual({ room: vera.id, viewers: 5 });
  await callOver(elsewhere, basicInfo);
  expect(leaked).toBe(0);
});

it('leaves the room when the viewer leaves', async () => {
  const [anna, vera] = [await aMember(server), await aPerformer(server, onlineStatus.free)];
  const socket = connect(cookieOf(anna));
  const { auth } = await joinOver(socket, anna, vera);
  await callOver(socket, { method: 'PUT', url: pathOf(leaveChat), data: { auth } });
  let heard = 0;
  socket.on('chat-viewers', () => {
    heard += 1;
  });
  server.deps.push.toRoom(vera.id, 'chat-viewers', { room: vera.id, viewers: 5 });
  await callOver(socket, basicInfo);
  expect(heard).toBe(0);
});

it('L4.33 puts a reconnected socket back into the room at its first keep-alive', async () => {
  const [anna, vera] = [await aMember(server), await aPerformer(server, onlineStatus.free)];
  const { token } = await getJoinToken(server.deps, anna.caller, { performer: vera.username });
  const { auth } = await join(server.deps, anna.caller, { 'x-chat': token });
  const socket = connect(cookieOf(anna));
  await callOver(socket, { method: 'PUT', url: pathOf(keepAlive), data: { auth } });
  const seen = nextPush(socket, 'chat-viewers');
  server.deps.push.toRoom(vera.id, 'chat-viewers', { room: vera.id, viewers: 2 });
  await expect(seen).resolves.toMatchObject({ viewers: 2 });
});

it('issues join tokens over the socket too', async () => {
  const [anna, vera] = [await aMember(server), await aPerformer(server, onlineStatus.free)];
  const answer = await callOver(connect(cookieOf(anna)), {
    method: 'POST',
    url: pathOf(getChatJoinToken),
    data: { performer: vera.username },
  });
  expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } });
});

it('keeps a viewer out of the room who was excluded during a keep-alive', async () => {
  const [anna, vera] = [await aMember(server), await aPerformer(server, onlineStatus.free)];
  const socket = connect(cookieOf(anna));
  const { auth, meter } = await joinOver(socket, anna, vera);
  server.seam.answered = (call) =>
    call.includes('keep-alive') && endChatSession(server.deps, meter.session, 'kicked');
  const again = connect(cookieOf(anna));
  const answer = await callOver(again, { method: 'PUT', url: pathOf(keepAlive), data: { auth } });
  server.seam.answered = null;
  expect(answer.status).toBe(200);
  const heard: string[] = [];
  for (const [name, one] of Object.entries({ socket, again }))
    one.on('chat-viewers', () => void heard.push(name));
  server.deps.push.toRoom(vera.id, 'chat-viewers', { room: vera.id, viewers: 1 });
  for (const one of [socket, again]) await callOver(one, basicInfo);
  expect(heard).toEqual([]);
});
