import { afterEach, expect, test } from 'vitest';
import { namesSession } from './stun-user-names.ts';
import { answerPlainly, answersCheck, type PlainAnswerer } from './testing.ts';

let plain: PlainAnswerer;
afterEach(() => plain.close());

const passwordOf = ({ transport }: PlainAnswerer) => transport.iceTransport.connection.localPassword;

test('werift 0.25 still answers a binding request that names another session', async () => {
  plain = await answerPlainly({ config: { iceLite: true } });
  expect(await answersCheck(plain, { username: 'other:session', password: passwordOf(plain) })).toBe(true);
});

test('answers a binding request only if it names both ends of the session', async () => {
  plain = await answerPlainly({
    config: { iceLite: true, iceFilterStunResponse: (request) => namesSession(plain.pc, request) },
  });
  const { localUsername, remoteUsername } = plain.transport.iceTransport.connection;
  const password = passwordOf(plain);
  const username = `${localUsername}:${remoteUsername}`;
  expect(await answersCheck(plain, { username, password })).toBe(true);
  expect(await answersCheck(plain, { username: `${localUsername}:other`, password })).toBe(false);
  expect(await answersCheck(plain, { username: `other:${remoteUsername}`, password })).toBe(false);
});
