import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom, sayInRoom } from '#contract/studio/studio-calls.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';

let test: TestApp;
let vera: TestPerformer;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  vera = await aPerformer(test, onlineStatus.free);
  test.pushes.length = 0;
});

const say = (message: string, clientId = test.deps.newId()) =>
  callApp(test, sayInRoom, { message, clientId }, bearer(vera.token));

it('gets what the performer says, under her name', async () => {
  const { message } = await say('Welcome');
  expect(message).toMatchObject({ messageType: 'host', sender: vera.username, message: 'Welcome', seq: 1 });
  expect(test.pushes).toEqual([
    { to: `room:${vera.id}`, name: 'chat-message', payload: { room: vera.id, message } },
  ]);
});

it.each(['room', 'notice'] as const)('gets what the performer sends it as a %s', async (messageType) => {
  const input = { message: 'Back at nine', clientId: test.deps.newId(), messageType };
  const { message } = await callApp(test, sayInRoom, input, bearer(vera.token));
  expect(message).toMatchObject({ messageType, sender: vera.username, message: 'Back at nine' });
  expect(test.pushes).toEqual([
    { to: `room:${vera.id}`, name: 'chat-message', payload: { room: vera.id, message } },
  ]);
});

it('gets it once when it is sent again with its client id', async () => {
  const clientId = test.deps.newId();
  const [first, second] = [await say('Welcome', clientId), await say('Welcome', clientId)];
  expect(second).toEqual(first);
  expect(test.pushes).toHaveLength(1);
});

it('refuses other words under a client id that was used', async () => {
  const clientId = test.deps.newId();
  await say('Welcome', clientId);
  await expect(say('Goodbye', clientId)).rejects.toThrow('badRequest.idempotency.conflict');
  expect(test.pushes).toHaveLength(1);
});

it('shows the performer her viewers, her earnings and what was said since', async () => {
  const anna = await aMember(test, 500);
  const chat = await join(test, anna.caller, vera);
  await say('one');
  await sendTip(test.deps, anna.caller, {
    action: 'tip',
    recipient: 'host',
    auth: chat.auth(),
    clientId: test.deps.newId(),
    data: { amount: 100, tipType: 'tip', message: '', isPublic: false },
  });
  const room = await callApp(test, readRoom, { after: 1 }, bearer(vera.token));
  expect(room).toMatchObject({ onlineStatus: onlineStatus.free, viewers: 1, credits: 100 });
  expect(room.messages.map(({ messageType, seq }) => [messageType, seq])).toEqual([['tip', 2]]);
});

it('is a performer’s own: another one sees and says nothing in it', async () => {
  const wies = await aPerformer(test, onlineStatus.free);
  await say('only in Vera’s room');
  const room = await callApp(test, readRoom, {}, bearer(wies.token));
  expect(room.messages).toEqual([]);
});
