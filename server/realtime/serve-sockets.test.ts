import { EventEmitter, once } from 'node:events';
import type { Socket as TcpSocket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { readSession } from '#server/identity/sessions.ts';
import { aMember, type TestMember } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import type { TestSocket } from '#server/testing/test-server.ts';
import { joinWrites } from './serve-sockets.ts';
import type { Sockets } from './sockets.ts';

const server = serveTestApp();

/** A member's socket, and its TCP connection at the server. */
async function connect(member: TestMember): Promise<{ socket: TestSocket; tcp: TcpSocket }> {
  const below = once(server.http, 'connection') as Promise<[TcpSocket]>;
  const socket = server.connect({ cookie: `vonk_session=${member.token}` });
  const [tcp] = await below;
  await expect.poll(() => socket.connected).toBe(true);
  return { socket, tcp };
}

it('sends the pushes of one turn in two writes, in order', async () => {
  const anna = await aMember(server);
  const { socket, tcp } = await connect(anna);
  const got: number[] = [];
  socket.on('updated-credits', ({ credits }) => got.push(credits));
  const writes = [vi.spyOn(tcp, '_write'), vi.spyOn(tcp, '_writev' as '_write')];
  const written = () => writes.reduce((sum, { mock }) => sum + mock.calls.length, 0);

  for (let credits = 1; credits <= 5; credits += 1)
    server.deps.push.toMember(anna.id, 'updated-credits', { credits });
  await expect.poll(() => got.length).toBe(5);
  expect(got).toEqual([1, 2, 3, 4, 5]);
  expect(written()).toBe(2);

  server.deps.push.toMember(anna.id, 'updated-credits', { credits: 6 });
  await expect.poll(() => got.length).toBe(6);
  expect(written()).toBe(4);
});

it('sends what was pushed just before a session ends', async () => {
  const anna = await aMember(server);
  const { socket } = await connect(anna);
  const got: string[] = [];
  socket.on('updated-credits', ({ credits }) => got.push(`${credits}`));
  socket.on('session-ended', () => got.push('ended'));
  const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  const session = await readSession(server.deps, anna.token);
  server.deps.push.toMember(anna.id, 'updated-credits', { credits: 7 });
  server.deps.push.endSession(session?.sessionId ?? '');
  await gone;
  expect(got).toEqual(['7', 'ended']);
});

it('writes to a large room over several turns, and answers calls first', async () => {
  const engine = new EventEmitter();
  joinWrites({ engine } as unknown as Sockets);
  const written: number[] = [];
  const lines = Array.from({ length: 200 }, (_, number) => {
    const tcp = { cork: () => {}, uncork: () => written.push(number) };
    const parts = { request: { socket: tcp }, transport: { name: 'websocket' } };
    const line = Object.assign(new EventEmitter(), parts);
    engine.emit('connection', line);
    return line;
  });
  for (const line of lines) line.emit('packetCreate', { data: '2["chat-message",{}]' });
  lines[150]?.emit('packetCreate', { data: '30[{"status":200}]' });
  expect(written).toEqual([]);
  await nextTurn();
  expect(written.slice(0, 2)).toEqual([150, 0]);
  expect(written.length).toBeLessThan(100);
  // An answer does not wait for the others of the room.
  lines[199]?.emit('packetCreate', { data: '31[{"status":200}]' });
  const before = written.length;
  await nextTurn();
  expect(written[before]).toBe(199);
  await expect.poll(() => written.toSorted((a, b) => a - b)).toEqual(lines.map((_, number) => number));
});
