import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eq, ne, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { onlineStatus } from '#contract/performers/status.ts';
import { startSweeps } from '#server/boot/run-sweeps.ts';
import { settleRests } from '#server/chat/minutes/settle-minute.ts';
import { chatMinutes } from '#server/chat/minutes/tables.ts';
import { sweepChats } from '#server/chat/session/sweep-chats.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { streamRoom } from '#server/media/stream-room.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { createBroadcastSweep } from '#server/studio/sweep-broadcasts.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import type { SoakBooks, SoakOrder, SoakReady } from './soak.ts';

const [memberCount = 1, performerCount = 1] = (process.env['BENCH_CROWD'] ?? '').split(',').map(Number);
/** Credits; nobody runs out. */
const RICH = 10_000_000;

/** Real time, minutes of ten seconds; mail, payments and the media server are fakes. */
const server = await startTestServer({
  database: process.env['BENCH_DATABASE'] ?? 'memory:',
  environment: { SOCKETS_PER_IP: '0', SOCKET_EVENTS: '0', CHAT_MINUTE_SECONDS: '10' },
  change: () => ({ now: () => new Date() }),
});
const { deps, media } = server;
const cast: TestPerformer[] = [];
for (let number = 0; number < performerCount; number += 1) cast.push(await aPerformer(server));
const members: SoakReady['members'] = [];
for (let number = 0; number < memberCount; number += 1) {
  const { id, token } = await aMember(server, RICH);
  members.push({ id, token });
}

/** What the media server does: a second of picture for everybody whose performer broadcasts. */
async function deliver(): Promise<void> {
  const open = await deps.db.select().from(chatSessions).where(ne(chatSessions.state, 'ended'));
  for (const { id, performerId } of open)
    if (deps.media.room(streamRoom(performerId)).publishing) media.deliver(id, Date.now());
  // The gateway forgets those whom it drops; the record of the fake would be the only thing that grows.
  media.dropped.length = 0;
}

const sweeps = [
  { name: 'media', every: 1000, work: deliver },
  { name: 'chats', every: 1000, work: () => sweepChats(deps) },
  { name: 'minutes', every: 5000, work: () => settleRests(deps) },
  { name: 'broadcasts', every: 1000, work: createBroadcastSweep(deps) },
].map((sweep) => ({ ...sweep, once: false }));
startSweeps(deps, pino({ level: 'error' }), sweeps);

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

async function readBooks(): Promise<SoakBooks> {
  collect();
  const count = sql<number>`count(*)::int`;
  const [open] = await deps.db.select({ count }).from(chatSessions).where(ne(chatSessions.state, 'ended'));
  const [running] = await deps.db.select({ count }).from(chatMinutes).where(eq(chatMinutes.state, 'running'));
  const said = await deps.db.execute(sql`select
    (select count(*)::int from chat_message where message_type = 'member') as lines,
    (select count(*)::int from tip) as tips,
    (select count(*)::int from chat_minute) as minutes,
    (select coalesce(sum(seq), 0)::int - (select count(*)::int from chat_message) from chat_room) as gaps`);
  return {
    ...(said as unknown as { rows: [Pick<SoakBooks, 'lines' | 'tips' | 'minutes' | 'gaps'>] }).rows[0],
    open: open?.count ?? 0,
    running: running?.count ?? 0,
    wrong: (await findViolations(deps.db, [])).length,
    heap: process.memoryUsage().heapUsed,
  };
}

process.on('message', async (order: SoakOrder | 'cpu') => {
  if (order === 'cpu') return;
  if ('books' in order) {
    process.send?.(await readBooks());
    return;
  }
  const id = cast[order.performer]?.id ?? 0;
  if (order.broadcast) {
    media.publish(streamRoom(id));
    await changeStatus(deps, id, onlineStatus.online);
  } else media.rooms.delete(streamRoom(id));
  process.send?.({ done: true });
});
process.send?.({
  url: server.url,
  members,
  performers: cast.map(({ username }) => username),
} satisfies SoakReady);
