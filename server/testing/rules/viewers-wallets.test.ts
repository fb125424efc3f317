import { expect, it } from 'vitest';
import { EARNINGS_FILE } from '#contract/studio/numbers/earnings-calls.ts';
import { acceptVip } from '#contract/studio/vip-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { askForVip } from '#server/studio/vip/testing.ts';
import { aMember, aPerformer } from '../people.ts';
import { startTestApp } from '../start-test-app.ts';
import { bearer, callApp } from '../test-app.ts';
import { watch } from '../viewer.ts';
import { walkCalls } from './who-may-know.ts';

const server = startTestApp();

/** Whatever the test spends, the balance begins alike. */
const CREDITS = 912_399_999;
const email = 'anna-privately@example.com';
/** The balance, also with its thousands apart, and the address. */
const secret = /912\D?39\d\D?\d{3}|anna-privately/i;

it('sends a performer no viewer’s balance or address in any answer, file or push', async () => {
  const anna = await aMember(server, CREDITS, { email, username: email });
  const vera = await aPerformer(server);
  const headers = bearer(vera.token);
  const chat = await watch(server, anna.caller, vera);
  await chat.tip(100);
  const { message } = await messengerOf(server).write(anna, vera, 'Hoi');
  const request = await askForVip(server, chat);
  const values = { session: [chat.session], conversationId: [message.conversation], after: [0] };
  const walk = () => walkCalls(server, { values, headers, base: 'studio', only: 'GET' });

  const inChat = await walk();
  expect(inChat.get('GET studio /room/viewers')?.join()).toContain('"paysFrom":60');
  expect(inChat.get('GET studio /room')?.join()).toContain(request);
  const accepted = await callApp(server, acceptVip, { request }, headers);
  await chat.beat();
  const inShow = await walk();
  const file = await server.app.request(`${EARNINGS_FILE}?api-key=${server.deps.config.apiKey}`, { headers });
  expect(file.status).toBe(200);
  const answers = [...inChat, ...inShow, ['accept', JSON.stringify(accepted)], ['file', await file.text()]];
  expect(answers.filter(([, body]) => secret.test(String(body))).map(([name]) => name)).toEqual([]);

  const pushes = server.pushes.filter(({ to }) => to === `performer:${vera.id}` || to === `room:${vera.id}`);
  expect(pushes.map(({ name }) => name)).toEqual(expect.arrayContaining(['studio-vip', 'studio-tip']));
  expect(pushes.filter(({ payload }) => secret.test(JSON.stringify(payload)))).toEqual([]);
  expect(String(await anna.credits())).toMatch(secret);
});
