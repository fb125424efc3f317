import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { UdpTransport } from 'werift';
import { logSmallBuffers, mediaBufferBytes } from './buffers.ts';
import { openTestRoom } from './testing.ts';

/** Maximum bytes that the kernel grants; Linux returns the double. */
const granted = (setting: string) =>
  Math.min(mediaBufferBytes, Number(readFileSync(`/proc/sys/net/core/${setting}`, 'utf8'))) * 2;

const portsOf = (answer: string) =>
  [...answer.matchAll(/^a=candidate:\S+ 1 udp \d+ \S+ (\d+) /gm)].map(([, port]) => Number(port));

test('the sockets of an answer have the requested buffers in both directions', async () => {
  const opened = vi.spyOn(UdpTransport, 'init');
  const room = await openTestRoom();
  const { answer } = await room.publish();
  const transports = await Promise.all(
    opened.mock.results.map(({ value }) => value as Promise<UdpTransport>),
  );
  const ports = portsOf(answer);
  expect(ports.length).toBeGreaterThan(0);
  for (const port of ports) {
    const socket = transports.find((transport) => transport.port === port)?.socket;
    expect(socket?.getRecvBufferSize()).toBe(granted('rmem_max'));
    expect(socket?.getSendBufferSize()).toBe(granted('wmem_max'));
  }
  await room.close();
});

test('logs if the kernel grants smaller buffers, and only then', async () => {
  const events: [string, unknown][] = [];
  const log = (event: string, fields: unknown) => void events.push([event, fields]);
  await logSmallBuffers(log, 4096);
  expect(events).toEqual([]);
  const tooMuch = 2 ** 30;
  await logSmallBuffers(log, tooMuch);
  expect(events).toEqual([
    ['media.buffers.small', { asked: tooMuch, receive: expect.any(Number), send: expect.any(Number) }],
  ]);
});
