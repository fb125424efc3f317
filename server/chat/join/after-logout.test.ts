import { expect, it } from 'vitest';
import { getChatJoinToken, joinChat, keepAlive } from '#contract/chat/session-calls.ts';
import { logOut } from '#contract/member/account/account-calls.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, sessionOf } from '#server/testing/test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { sweepChats } from '../session/sweep-chats.ts';

const test = startTestApp();

it('ends a member’s chat with the login: picture, auth and a join token that was not used', async () => {
  const [anna, vera, wilma] = [await aMember(test, 1000), await aPerformer(test), await aPerformer(test)];
  const caller = { ...anna.caller, sessionId: sessionOf(anna.token) };
  const chat = await watch(test, caller, vera);
  const { token } = await callApp(test, getChatJoinToken, { performer: wilma.username }, bearer(anna.token));
  await callApp(test, logOut, {}, bearer(anna.token));
  await expect(callApp(test, joinChat, { 'x-chat': token }, bearer(anna.token))).rejects.toThrow(
    'badRequest.invalid.joinToken',
  );
  await sweepChats(test.deps);
  expect(test.media.dropped).toContain(chat.session);
  await expect(callApp(test, keepAlive, { auth: chat.auth() }, bearer(anna.token))).rejects.toThrow(
    'badRequest.unauthorized',
  );
  await expect(chat.tip(100)).rejects.toThrow('badRequest.session.ended');
});
