import { beforeAll, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { sweepToys } from '#server/chat/toys/sweep-toys.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { callOver, nextPush } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';

const server = serveTestApp();
let vera: TestPerformer;
beforeAll(async () => {
  vera = await aPerformer(server, onlineStatus.free);
});

it('stops a toy with the performer’s last connection, not before', async () => {
  const [page, dock] = [server.connect({ token: vera.token }), server.connect({ token: vera.token })];
  const room = { method: 'GET', url: '/api/studio/room', data: {} } as const;
  for (const socket of [page, dock]) expect((await callOver(socket, room)).status).toBe(200);
  await callApp(server, setToy, { active: true }, bearer(vera.token));
  const anna = await aMember(server, 1000);
  const chat = await join(server, anna.caller, vera);
  await sendTip(server.deps, anna.caller, {
    action: 'tip',
    recipient: 'host',
    auth: chat.auth(),
    clientId: server.deps.newId(),
    data: { amount: 500, tipType: 'tip', message: '', isPublic: false },
  });
  const push = nextPush(page, 'toy-level');
  await sweepToys(server.deps);
  expect(await push).toMatchObject({ level: 'medium', intensity: 10, seconds: 30 });

  const playing = async () => (await callApp(server, readRoom, {}, bearer(vera.token))).toy.playing;
  page.disconnect();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await playing()).toMatchObject({ level: 'medium' });
  dock.disconnect();
  await expect.poll(() => playing()).toBeNull();
});
