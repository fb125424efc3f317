import { afterEach, beforeAll, expect, it } from 'vitest';
import { authLogIn } from '#contract/member/account/account-calls.ts';
import { authenticate } from '#server/identity/authenticate.ts';
import { requireMember } from '#server/identity/caller.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { makeMember } from '#server/testing/make.ts';
import { aMember, testRequest } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { callOver, nextPush, type TestServer, type TestSocket } from '#server/testing/test-server.ts';

const password = 'Plein-16';
const email = 'anna@example.com';

const server = serveTestApp();
let anna: number;
const opened: TestSocket[] = [];
beforeAll(async () => {
  anna = await makeMember(server.deps, { email, credits: 77, passwordHash: await hashPassword(password) });
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

function connect(options?: Parameters<TestServer['connect']>[0]): TestSocket {
  const socket = server.connect(options);
  opened.push(socket);
  return socket;
}
const callerOf = (sessionToken: string) =>
  authenticate(server.deps, { sessionToken, guestId: undefined }, testRequest);
const credits = (socket: TestSocket) =>
  callOver(socket, { method: 'GET', url: '/api/member/credits', data: {} });
const logIn = (socket: TestSocket, word = password) =>
  callOver(socket, {
    method: 'POST',
    url: '/api/member/auth/login',
    data: { username: email, password: word },
  });
const update = (socket: TestSocket, memberId: number, data: object) =>
  callOver(socket, { method: 'PUT', url: `/api/member/member/${memberId}`, data: { data } });

it('P7.19 makes the connection the member’s, with the pushes for members', async () => {
  const socket = connect();
  expect(await credits(socket)).toMatchObject({ status: 401 });
  const { status, body } = await logIn(socket);
  expect(status).toBe(200);
  expect(authLogIn.output.parse(body).memberId).toBe(anna);
  expect(await credits(socket)).toMatchObject({ status: 200, body: { credits: 77 } });
  const push = nextPush(socket, 'member-changed');
  server.deps.push.toMember(anna, 'member-changed', {});
  await push;
});

it('refuses a wrong password with the label of the HTTP call and changes nothing', async () => {
  const socket = connect();
  expect(await logIn(socket, 'Wrong-16')).toMatchObject({ body: { label: 'badRequest.incorrectPassword' } });
  expect(await credits(socket)).toMatchObject({ status: 401 });
});

it('is disconnected when the login ends, like every connection of it', async () => {
  const socket = connect();
  const { body } = await logIn(socket);
  const cut = new Promise((resolve) => socket.once('disconnect', resolve));
  const { sessionId } = requireMember(await callerOf(authLogIn.output.parse(body).token));
  server.deps.push.endSession(sessionId);
  await cut;
});

it('replaces the login of a connection and ends the previous one', async () => {
  const bram = await aMember(server, 5);
  const [socket, other] = [connect({ token: bram.token }), connect({ token: bram.token })];
  expect(await credits(socket)).toMatchObject({ body: { credits: 5 } });
  expect(await credits(other)).toMatchObject({ body: { credits: 5 } });
  const cut = new Promise((resolve) => other.once('disconnect', resolve));
  expect(await logIn(socket)).toMatchObject({ status: 200, body: { memberId: anna } });
  expect(await credits(socket)).toMatchObject({ body: { credits: 77 } });
  await cut;
  expect(await credits(connect({ token: bram.token }))).toMatchObject({ status: 401 });
});

it("keeps the connection's login if the password is wrong, and still ends with that login", async () => {
  const bram = await aMember(server, 5);
  const socket = connect({ token: bram.token });
  expect(await logIn(socket, 'Wrong-16')).toMatchObject({ status: 400 });
  expect(await credits(socket)).toMatchObject({ body: { credits: 5 } });
  const cut = new Promise((resolve) => socket.once('disconnect', resolve));
  server.deps.push.endSession(requireMember(await callerOf(bram.token)).sessionId);
  await cut;
});

it('P7.19 updates only the calling member, by their own id', async () => {
  const bram = await aMember(server);
  const socket = connect();
  await logIn(socket);
  expect(await update(socket, bram.id, { username: 'taken-over' })).toEqual({
    status: 403,
    body: { label: 'badRequest.forbidden' },
  });
  expect(await update(socket, anna, { username: 'x' })).toMatchObject({
    body: { label: 'badRequest.nicknameLength' },
  });
  expect(await update(socket, anna, { username: 'annalies' })).toMatchObject({
    status: 200,
    body: { token: expect.any(String) },
  });
  const info = await callOver(socket, { method: 'GET', url: '/api/member/basic-info', data: {} });
  expect(info.body).toMatchObject({ username: 'annalies' });
  expect(await update(connect(), anna, { username: 'nobody' })).toMatchObject({ status: 401 });
});

it('sets a new password by the rules of its own call', async () => {
  const socket = connect();
  await logIn(socket);
  const change = (old: string, next: string) =>
    update(socket, anna, { password: old, newPassword: next, repeatNewPassword: next });
  expect(await change('Wrong-16', 'Plein-17')).toMatchObject({
    body: { label: 'badRequest.incorrectPassword' },
  });
  expect(await change(password, 'Plein-17')).toMatchObject({ status: 200 });
  expect(await logIn(connect())).toMatchObject({ body: { label: 'badRequest.incorrectPassword' } });
  expect(await logIn(connect(), 'Plein-17')).toMatchObject({ status: 200 });
});

it('P7.20 accepts a token with a call and belongs to that member from then on', async () => {
  const bram = await aMember(server, 5);
  const socket = connect();
  const withToken = { method: 'GET', url: '/api/member/credits', data: { token: bram.token } } as const;
  expect(await callOver(socket, withToken)).toMatchObject({ status: 200, body: { credits: 5 } });
  const push = nextPush(socket, 'member-changed');
  server.deps.push.toMember(bram.id, 'member-changed', {});
  await push;
  expect(await credits(socket)).toMatchObject({ body: { credits: 5 } });
});

it("keeps its member if a call's token has no session or is that of a mail link", async () => {
  const [bram, carl] = [await aMember(server, 5), await aMember(server, 6)];
  const socket = connect({ token: bram.token });
  const wrong = { method: 'GET', url: '/api/member/credits', data: { token: 'wrong' } } as const;
  expect(await callOver(socket, wrong)).toMatchObject({ body: { credits: 5 } });
  const link = { method: 'POST', url: '/api/member/login/token', data: { token: carl.token } } as const;
  expect(await callOver(socket, link)).toMatchObject({ status: 400 });
  expect(await credits(socket)).toMatchObject({ body: { credits: 5 } });
});
