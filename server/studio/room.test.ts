import { beforeEach, expect, it } from 'vitest';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom, sayInRoom } from '#contract/studio/studio-calls.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';

const test = startTestApp();
let vera: TestPerformer;
beforeEach(async () => {
  vera = await aPerformer(test, onlineStatus.free);
  test.pushes.length = 0;
});

const say = (message: string, clientId = test.deps.newId()) =>
  callApp(test, sayInRoom, { message, clientId }, bearer(vera.token));

it("L3.8 shows the performer's message under her name", async () => {
  const { message } = await say('Welcome');
  expect(message).toMatchObject({ messageType: 'host', sender: vera.username, message: 'Welcome', seq: 1 });
  expect(test.pushes).toEqual([
    { to: `room:${vera.id}`, name: 'chat-message', payload: { room: vera.id, message } },
  ]);
});

it.each(['room', 'notice'] as const)("L3.8 shows the performer's message as a %s", async (messageType) => {
  const input = { message: 'Back at nine', clientId: test.deps.newId(), messageType };
  const { message } = await callApp(test, sayInRoom, input, bearer(vera.token));
  expect(message).toMatchObject({ messageType, sender: vera.username, message: 'Back at nine' });
  expect(test.pushes).toEqual([
    { to: `room:${vera.id}`, name: 'chat-message', payload: { room: vera.id, message } },
  ]);
});

it('shows a message once if it is sent again with its client id', async () => {
  const clientId = test.deps.newId();
  const [first, second] = [await say('Welcome', clientId), await say('Welcome', clientId)];
  expect(second).toEqual(first);
  expect(test.pushes).toHaveLength(1);
});

it('refuses another text with a used client id', async () => {
  const clientId = test.deps.newId();
  await say('Welcome', clientId);
  await expect(say('Goodbye', clientId)).rejects.toThrow('badRequest.idempotency.conflict');
  expect(test.pushes).toHaveLength(1);
});

it('L6.3 returns viewers, earnings and the messages since then to the performer', async () => {
  const anna = await aMember(test, 500);
  const chat = await join(test, anna.caller, vera);
  await say('one');
  await sendTip(test.deps, anna.caller, {
    action: 'tip',
    recipient: 'host',
    auth: chat.auth(),
    clientId: test.deps.newId(),
    data: tipDataSchema.parse({ amount: 100 }),
  });
  const room = await callApp(test, readRoom, { after: 1 }, bearer(vera.token));
  expect(room).toMatchObject({
    onlineStatus: onlineStatus.free,
    viewers: 1,
    credits: 100,
    earned: { day: 100, month: 100 },
  });
  test.clock.advance(24 * 3_600_000);
  const tomorrow = await callApp(test, readRoom, {}, bearer(vera.token));
  expect(tomorrow).toMatchObject({ credits: 100, earned: { day: 0, month: 100 } });
  expect(room.messages.map(({ messageType, seq }) => [messageType, seq])).toEqual([['tip', 2]]);
});

it('is closed to other performers', async () => {
  const wies = await aPerformer(test, onlineStatus.free);
  await say('only in Vera’s room');
  const room = await callApp(test, readRoom, {}, bearer(wies.token));
  expect(room.messages).toEqual([]);
});
