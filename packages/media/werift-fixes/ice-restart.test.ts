import { expect, test } from 'vitest';
import { runRestart } from './ice-restart.ts';
import { answerPlainly, within } from './testing.ts';

test('werift 0.25 still performs no checks after an ICE restart unless they are started', async () => {
  const plain = await answerPlainly({ config: { iceLite: true } });
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
  await plain.close();
});
