import { afterEach, expect, test } from 'vitest';
import { UdpTransport } from 'werift';
import { namesSession, requireSignedChecks, runRestart, udpTransports } from './ice.ts';
import { answerPlainly, answersCheck, type PlainAnswerer, within } from './testing.ts';

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

test('werift 0.25 still performs no checks after an ICE restart unless they are started', async () => {
  plain = await answerPlainly({ config: { iceLite: true } });
  await plain.peer.accept(plain.answer);
  const { pc, transport } = plain;
  await within(3000, () => transport.state === 'connected');
  const sdp = plain.peer.offer
    .replace(/a=ice-ufrag:.*/g, 'a=ice-ufrag:next')
    .replace(/a=ice-pwd:.*/g, 'a=ice-pwd:nextpassword0123456789');
  await pc.setRemoteDescription({ type: 'offer', sdp });
  await pc.setLocalDescription(await pc.createAnswer());
  const { iceTransport } = transport;
  const isChecking = () => iceTransport.state === 'checking';
  expect(transport.state).toBe('connected');
  expect(await within(300, isChecking)).toBe(false);
  runRestart(transport);
  expect(await within(300, isChecking)).toBe(true);
});

test('werift 0.25 still has no setting for the buffers of its sockets', async () => {
  plain = await answerPlainly();
  const settings = Object.keys(plain.pc.config);
  expect(settings).toContain('icePortRange');
  expect(settings.filter((name) => /buffer/i.test(name))).toEqual([]);
});

test('returns the transports of a connection’s candidates until it closes', async () => {
  plain = await answerPlainly({ config: { iceLite: true } });
  const { iceTransport } = plain.transport;
  const found = udpTransports(iceTransport);
  expect(found.every((transport) => transport instanceof UdpTransport)).toBe(true);
  expect(found.map(({ port }) => port).sort()).toEqual(
    iceTransport.connection.localCandidates.map(({ port }) => port).sort(),
  );
  expect(found.length).toBeGreaterThan(0);
  await plain.close();
  expect(udpTransports(iceTransport)).toEqual([]);
});
