import { once } from 'node:events';
import { expect, it } from 'vitest';
import { activate, logIn, logOut, register } from '#contract/member/account/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { callOver, nextPush } from '#server/testing/test-server.ts';

const server = serveTestApp();

const password = 'Plein-16';

async function arrive(email: string) {
  await callApp(server, register, { email, password });
  const { token } = await callApp(server, logIn, { username: email, password });
  const socket = server.connect({ cookie: `vonk_session=${token}`, origin: server.url });
  await once(socket as unknown as NodeJS.EventEmitter, 'connect');
  const info = await callOver(socket, { method: 'GET', url: '/api/member/basic-info' });
  return { token, socket, info };
}

it('P7.9 an open page receives the verification and the credits as soon as the link is followed', async () => {
  const { socket, info } = await arrive('anna@example.com');
  expect(info).toMatchObject({ status: 200, body: { verified: false, credits: 0 } });
  await runDueWork(server.outbox);
  const key = server.mail.sent.at(-1)?.text.match(/key=([\w-]+)/)?.[1] ?? '';
  const pushes = Promise.all([nextPush(socket, 'member-changed'), nextPush(socket, 'updated-credits')]);
  await callApp(server, activate, { key });
  expect(await pushes).toEqual([{}, { credits: prices.welcome }]);
});

it('logging out disconnects the socket, and its cookie opens no other', async () => {
  const { socket, token } = await arrive('bram@example.com');
  const gone = Promise.all([
    nextPush(socket, 'session-ended'),
    once(socket as unknown as NodeJS.EventEmitter, 'disconnect'),
  ]);
  await callApp(server, logOut, {}, bearer(token));
  await gone;
  const again = server.connect({ cookie: `vonk_session=${token}`, origin: server.url });
  await once(again as unknown as NodeJS.EventEmitter, 'connect');
  expect(await callOver(again, { method: 'GET', url: '/api/member/basic-info' })).toMatchObject({
    status: 401,
  });
});

it('logging out of one session keeps the member’s other sessions', async () => {
  const { socket } = await arrive('cato@example.com');
  const { token } = await callApp(server, logIn, { username: 'cato@example.com', password });
  await callApp(server, logOut, {}, bearer(token));
  expect(await callOver(socket, { method: 'GET', url: '/api/member/basic-info' })).toMatchObject({
    status: 200,
  });
});
