import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { UdpTransport } from 'werift';
import { openTestRoom } from '../testing.ts';
import { mediaBufferBytes, reportSmallBuffers } from './buffers.ts';

/** Bytes that the kernel grants at most; Linux tells the double of what it grants. */
const granted = (setting: string) =>
  Math.min(mediaBufferBytes, Number(readFileSync(`/proc/sys/net/core/${setting}`, 'utf8'))) * 2;

const portsOf = (answer: string) =>
  [...answer.matchAll(/^a=candidate:\S+ 1 udp \d+ \S+ (\d+) /gm)].map(([, port]) => Number(port));

test('the sockets that an answer names have the buffers that were asked for, in both directions', async () => {
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

test('a kernel that grants less is told of, one that grants enough is not', async () => {
  const told: [string, unknown][] = [];
  const log = (event: string, fields: unknown) => void told.push([event, fields]);
  await reportSmallBuffers(log, 4096);
  expect(told).toEqual([]);
  const tooMuch = 2 ** 30;
  await reportSmallBuffers(log, tooMuch);
  expect(told).toEqual([
    ['media.buffers.small', { asked: tooMuch, receive: expect.any(Number), send: expect.any(Number) }],
  ]);
});
