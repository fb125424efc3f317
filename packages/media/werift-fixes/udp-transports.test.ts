import { expect, test } from 'vitest';
import { RTCPeerConnection, UdpTransport } from 'werift';
import { answerPlainly } from './testing.ts';
import { udpTransports } from './udp-transports.ts';

test('werift 0.25 still has no setting for the buffers of its sockets', async () => {
  const pc = new RTCPeerConnection();
  expect(Object.keys(pc.config)).toContain('icePortRange');
  expect(Object.keys(pc.config).filter((name) => /buffer/i.test(name))).toEqual([]);
  await pc.close();
});

test('returns the transports of a connection’s candidates until it closes', async () => {
  const plain = await answerPlainly({ config: { iceLite: true } });
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
