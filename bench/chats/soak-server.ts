import { setTimeout as sleep } from 'node:timers/promises';
import { memoryNow } from '@vonk/bench';
import { eq, inArray, ne, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { isPaused, onlineStatus } from '#contract/performers/status.ts';
import { startSweeps } from '#server/boot/run-sweeps.ts';
import { sweepCalls } from '#server/chat/dial-in/settle-call.ts';
import { getChatJoinToken } from '#server/chat/join/get-chat-join-token.ts';
import { joinChat } from '#server/chat/join/join-chat.ts';
import { keepAlive } from '#server/chat/session/beats/keep-alive.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { sweepChats } from '#server/chat/session/sweep-chats.ts';
import { camBacks, chatSessions } from '#server/chat/session/tables.ts';
import { settleRests } from '#server/chat/units/settle-unit.ts';
import { chatUnits } from '#server/chat/units/tables.ts';
import { acceptRequest } from '#server/chat/vip/accept-vip.ts';
import { sweepVip } from '#server/chat/vip/sweep-vip.ts';
import { vipRequests } from '#server/chat/vip/tables.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { returnRoom, streamRoom } from '#server/media/rooms.ts';
import { readStatus } from '#server/performers/reads.ts';
import { createBroadcastSweep } from '#server/studio/broadcast.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { callWith, hangUp, openPhone, type TestPhone } from '#server/wallet/dial-in/testing.ts';
import type { SoakBooks, SoakOrder, SoakReady } from './soak.ts';

const [memberCount = 1, performerCount = 1, callerCount = 0] = (process.env['BENCH_CROWD'] ?? '')
  .split(',')
  .map(Number);
/** ms since the epoch until which guests call. */
const until = Number(process.env['BENCH_UNTIL'] ?? 0);
/** Enough credits for the whole run. */
const RICH = 10_000_000;

/** Runs in real time with minutes of ten seconds; mail, payments and the media server are fakes. */
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

/** Acts as the media server: delivers a second of media to all viewers of broadcasting performers. */
async function deliver(): Promise<void> {
  const open = await deps.db.select().from(chatSessions).where(ne(chatSessions.state, 'ended'));
  for (const { id, performerId } of open)
    if (deps.media.room(streamRoom(performerId)).publishing) media.deliver(id, Date.now());
  // Removes viewers that are gone from the fake, like the real gateway; otherwise its memory would grow.
  media.dropped.length = 0;
  const here = new Set(open.map(({ id }) => id));
  for (const subject of media.viewers.keys()) if (!here.has(subject)) media.viewers.delete(subject);
}

/** ms of a show, and of the break after it. */
const SHOW_MS = 8000;
const breaks = new Map<number, number>();

/** Acts as the performers: accepts every request, ends a show after a while, and returns from the break. */
async function perform(): Promise<void> {
  const now = Date.now();
  const open = await deps.db
    .select()
    .from(vipRequests)
    .where(inArray(vipRequests.state, ['pending', 'accepted']));
  for (const { id, state, performerId, sessionId, answeredAt } of open) {
    // Fails if the member has left or the performer has two requests, which is expected.
    if (state === 'pending') await acceptRequest(deps, { performerId, request: id }).catch(() => {});
    else if (now - (answeredAt?.getTime() ?? 0) > SHOW_MS)
      await endChatSession(deps, sessionId, 'vip-stopped');
  }
  for (const { id } of cast) {
    if (!isPaused(await readStatus(deps, id))) breaks.delete(id);
    else if (now - (breaks.get(id) ?? breaks.set(id, now).get(id) ?? now) > SHOW_MS / 2)
      await changeStatus(deps, id, onlineStatus.online);
  }
  // Publishes each requested camera.
  const cameras = await deps.db.select().from(camBacks).where(eq(camBacks.state, 'loading'));
  for (const { sessionId } of cameras) media.publish(returnRoom(sessionId));
}

/** Simulates guests who call, watch and hang up, one call after the other. */
async function callOn(number: number): Promise<void> {
  for (let count = 0; Date.now() < until; count += 1) {
    const phone = await openPhone(server);
    const call = await callWith(server, phone);
    const startedAt = Date.now();
    const performer = cast[(number + count) % cast.length]?.username ?? '';
    await watchByPhone(phone, performer).catch(() => {});
    await hangUp(server, call, Math.round((Date.now() - startedAt) / 1000));
    // The fake would keep every call.
    server.ivr.calls.delete(call);
    await sleep(1000);
  }
}

async function watchByPhone({ caller, session }: TestPhone, performer: string): Promise<void> {
  const meta = { nickname: `Caller${session.replace(/\D/g, '').slice(0, 6)}` };
  const { token } = await getChatJoinToken(deps, caller, { performer, session, meta });
  let { auth } = await joinChat(deps, caller, { 'x-chat': token });
  for (let beat = 1; beat < 6 && Date.now() < until; beat += 1) {
    await sleep(1500);
    const stats = { framesDecoded: beat * 25, packetsLost: 0, stalledMs: 0 };
    auth = (await keepAlive(deps, caller, { auth, stats })).auth;
  }
}

const sweeps = [
  { name: 'media', every: 1000, work: deliver },
  { name: 'chats', every: 1000, work: () => sweepChats(deps) },
  { name: 'minutes', every: 5000, work: () => settleRests(deps) },
  { name: 'vip', every: 1000, work: () => sweepVip(deps) },
  { name: 'calls', every: 1000, work: () => sweepCalls(deps) },
  { name: 'performers', every: 1000, work: perform },
  { name: 'broadcasts', every: 1000, work: createBroadcastSweep(deps) },
].map((sweep) => ({ ...sweep, once: false }));
startSweeps(deps, pino({ level: 'error' }), sweeps);
for (let number = 0; number < callerCount; number += 1) void callOn(number);

async function readBooks(): Promise<SoakBooks> {
  const { heap } = memoryNow();
  const count = sql<number>`count(*)::int`;
  const [open] = await deps.db.select({ count }).from(chatSessions).where(ne(chatSessions.state, 'ended'));
  const [running] = await deps.db.select({ count }).from(chatUnits).where(eq(chatUnits.state, 'running'));
  const counts = await deps.db.execute(sql`select
    (select count(*)::int from chat_message where message_type = 'member') as lines,
    (select count(*)::int from tip) as tips,
    (select count(*)::int from chat_minute) as minutes,
    (select count(*)::int from vip_request where state in ('accepted', 'stopped')) as shows,
    (select count(*)::int from cam_back) as cameras,
    (select count(*)::int from phone_call where dial_in_id is not null) as calls,
    (select count(*)::int from vip_request where state in ('pending', 'accepted'))
      + (select count(*)::int from cam_back where state <> 'stopped')
      + (select count(*)::int from phone_call where settled_at is null) as unfinished,
    (select coalesce(sum(seq), 0)::int - (select count(*)::int from chat_message) from chat_room) as gaps`);
  return {
    ...(counts as unknown as { rows: [Omit<SoakBooks, 'open' | 'running' | 'wrong' | 'heap'>] }).rows[0],
    open: open?.count ?? 0,
    running: running?.count ?? 0,
    wrong: (await findViolations(deps.db, [])).length,
    heap,
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
