import { afterEach, expect, test } from 'vitest';
import { requireSignedChecks } from './stun-signatures.ts';
import { answerPlainly, answersCheck, type PlainAnswerer } from './testing.ts';

let plain: PlainAnswerer;
afterEach(() => plain.close());

const wrong = 'made by another password';

function check(password: string): Promise<boolean> {
  const { localUsername, remoteUsername } = plain.transport.iceTransport.connection;
  return answersCheck(plain, { username: `${localUsername}:${remoteUsername}`, password });
}

test('werift 0.25 still answers a binding request that is signed with another password', async () => {
  plain = await answerPlainly({ config: { iceLite: true } });
  expect(await check(wrong)).toBe(true);
});

test('answers a binding request only if it is signed with the session’s password', async () => {
  plain = await answerPlainly({ config: { iceLite: true } });
  const { iceTransport } = plain.transport;
  requireSignedChecks(iceTransport);
  expect(await check(iceTransport.connection.localPassword)).toBe(true);
  expect(await check(wrong)).toBe(false);
});
