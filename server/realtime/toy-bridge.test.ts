import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { sweepToys } from '#server/chat/toys/sweep-toys.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { callOver, nextPush, type TestSocket } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';

const server = serveTestApp();

/** A performer with this many connections, whose toy is moved by a tip. */
async function aPerformerWithToy(connections: number): Promise<TestPerformer & { sockets: TestSocket[] }> {
  const performer = await aPerformer(server, onlineStatus.free);
  const { token } = performer;
  const sockets = Array.from({ length: connections }, () => server.connect({ token }));
  const room = { method: 'GET', url: '/api/studio/room', data: {} } as const;
  for (const socket of sockets) expect((await callOver(socket, room)).status).toBe(200);
  await callApp(server, setToy, { active: true }, bearer(token));
  const anna = await aMember(server, 1000);
  const chat = await join(server, anna.caller, performer);
  await sendTip(server.deps, anna.caller, {
    action: 'tip',
    recipient: 'host',
    auth: chat.auth(),
    clientId: server.deps.newId(),
    data: tipDataSchema.parse({ amount: 500 }),
  });
  const pushes = Promise.all(sockets.map((socket) => nextPush(socket, 'toy-level')));
  await sweepToys(server.deps);
  for (const push of await pushes)
    expect(push).toMatchObject({ level: 'medium', intensity: 10, seconds: 30 });
  return { ...performer, sockets };
}

const playing = async ({ token }: TestPerformer) =>
  (await callApp(server, readRoom, {}, bearer(token))).toy.playing;
const connections = () => promisify(server.http.getConnections.bind(server.http))();

it('stops a toy with the performer’s last connection, not before', async () => {
  const [vera, mia] = [await aPerformerWithToy(2), await aPerformerWithToy(1)];
  const [page, dock] = vera.sockets;
  page?.disconnect();
  await expect.poll(connections).toBe(2);
  // The server handles this disconnection later, by the same steps.
  mia.sockets[0]?.disconnect();
  await expect.poll(() => playing(mia)).toBeNull();
  expect(await playing(vera)).toMatchObject({ level: 'medium' });
  dock?.disconnect();
  await expect.poll(() => playing(vera)).toBeNull();
});
