// node bench/chats/soak.ts --minutes=30 [--database=postgres://…]: members join, pay and vanish during broadcasts.
// Exits with 1 if a chat keeps running, the ledger does not balance, or memory grows.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { judged, option, slopeOf, startServer } from '@vonk/bench';
import { chatAction } from '#contract/chat/action-calls.ts';
import { getChatJoinToken, joinChat, keepAlive, leaveChat } from '#contract/chat/session-calls.ts';
import { Refused, type Visit, visit } from './visit.ts';

export interface SoakReady {
  url: string;
  members: { id: number; token: string }[];
  performers: string[];
}

export type SoakOrder = { books: true } | { performer: number; broadcast: boolean };

/** `gaps`: missing message numbers of rooms. `heap`: bytes after a garbage collection. */
export interface SoakBooks {
  lines: number;
  tips: number;
  minutes: number;
  /** Numbers of shows, cameras and phone calls in total, and of those still running. */
  shows: number;
  cameras: number;
  calls: number;
  unfinished: number;
  gaps: number;
  open: number;
  running: number;
  wrong: number;
  heap: number;
}

const MINUTES = Number(option('minutes', '30'));
const CROWD = { members: 30, performers: 4, callers: 3 };
/** Allowed heap growth in bytes per minute: the noise of garbage collection. */
const SLOPE = 200_000;
const endsAt = Date.now() + MINUTES * 60_000;
const acknowledged = { lines: 0, tips: 0 };
const refused = new Map<string, number>();

const between = (least: number, most: number): number => least + Math.random() * (most - least);

const refuse = (label: string) => void refused.set(label, (refused.get(label) ?? 0) + 1);

/** Ignores a refusal, so that the visit continues. */
async function tolerantly(wish: () => Promise<void>): Promise<void> {
  await wish().catch((error: unknown) => {
    if (!(error instanceof Refused) || error.message === 'badRequest.session.ended') throw error;
  });
}

/** Acts of a member in a room, chosen at random. Add new ones here. */
const scenes: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  chat: async ({ ask, auth }) => {
    await ask(chatAction, { action: 'message', auth, clientId: randomUUID(), data: { message: 'Hello' } });
    acknowledged.lines += 1;
  },
  tip: async ({ ask, auth }) => {
    await ask(chatAction, { action: 'tip', auth, clientId: randomUUID(), data: { amount: 100 } });
    acknowledged.tips += 1;
  },
  show: ({ ask, auth }) =>
    tolerantly(async () => {
      await ask(chatAction, { action: 'requestVip', auth });
    }),
  camera: ({ ask, auth }) =>
    tolerantly(async () => {
      await ask(chatAction, { action: 'camBackInit', auth, data: { agent: 'whip' } });
      await sleep(1200);
      await ask(chatAction, { action: 'camBackBroadcasting', auth });
      await sleep(between(500, 3000));
      await ask(chatAction, { action: 'camBackStop', auth });
    }),
  'lose the line': async ({ socket }) => {
    socket.disconnect();
    await sleep(between(100, 4000));
    socket.connect();
  },
  look: () => sleep(between(100, 2000)),
};

async function live(url: string, token: string, performers: readonly string[]): Promise<void> {
  const names = Object.keys(scenes);
  while (Date.now() < endsAt) {
    const visiting = visit(url, token, refuse);
    await visitOne(visiting, performers[Math.floor(between(0, performers.length))] ?? '', names).catch(
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      },
    );
    visiting.socket.disconnect();
    await sleep(between(100, 1000));
  }
}

async function visitOne(visiting: Visit, performer: string, names: readonly string[]): Promise<void> {
  const { token } = await visiting.ask(getChatJoinToken, { performer });
  const joined = await visiting.ask(joinChat, { 'x-chat': token });
  visiting.auth = joined.auth;
  const until = Date.now() + between(2000, 30_000);
  let frames = 0;
  while (Date.now() < until && Date.now() < endsAt) {
    frames += 25;
    const stats = { framesDecoded: frames, packetsLost: 0, stalledMs: 0 };
    visiting.auth = (await visiting.ask(keepAlive, { auth: visiting.auth, stats })).auth;
    await scenes[names[Math.floor(between(0, names.length))] ?? '']?.(visiting);
    await sleep(between(500, 2000));
  }
  // Some leave, the others vanish.
  if (Math.random() < 0.7) await visiting.ask(leaveChat, { auth: visiting.auth });
}

async function soak(): Promise<string[]> {
  const server = startServer('bench/chats/soak-server.ts', {
    BENCH_DATABASE: option('database', 'memory:'),
    BENCH_CROWD: `${CROWD.members},${CROWD.performers},${CROWD.callers}`,
    BENCH_UNTIL: String(endsAt),
  });
  const { url, members, performers } = await server.next<SoakReady>();
  const lives = Promise.all(members.map(({ token }) => live(url, token, performers)));
  const startedAt = Date.now();
  const samples: [number, number][] = [];
  // The server takes one request at a time, so broadcasts and checks of the ledger alternate.
  const watch = async () => {
    for (let turn = 0; Date.now() < endsAt; turn += 1) {
      const performer = turn % performers.length;
      await server.ask({ performer, broadcast: false });
      // Every third time for longer than an encoder may be away.
      await sleep(turn % 3 === 2 ? 17_000 : 3000);
      await server.ask({ performer, broadcast: true });
      await sleep(2000);
      const books = await server.ask<SoakBooks>({ books: true });
      if (books.wrong > 0) throw new Error(`The ledger has ${books.wrong} violations`);
      samples.push([(Date.now() - startedAt) / 60_000, books.heap]);
    }
  };
  await Promise.all([lives, watch()]);
  // Until vanished members have timed out and the rests of their minutes have expired.
  await sleep(70_000);
  const books = await server.ask<SoakBooks>({ books: true });
  // Ignores the first third: code is loaded and compiled then.
  const { perX: slope } = slopeOf(samples.slice(Math.ceil(samples.length / 3)));
  console.log({
    ...books,
    acknowledged,
    refused: Object.fromEntries(refused),
    heapBytesAMinute: Math.round(slope),
  });
  return [
    books.open > 0 && `${books.open} sessions are still open`,
    books.unfinished > 0 && `${books.unfinished} shows, cameras or calls have not ended`,
    Math.min(books.shows, books.cameras, books.calls) === 0 && 'There was no show, no camera or no call',
    books.running > 0 && `${books.running} minutes are still running`,
    books.wrong > 0 && `The ledger has ${books.wrong} violations`,
    books.gaps !== 0 && 'A room has a gap in its message numbers',
    books.tips !== acknowledged.tips && 'The stored tips are not the acknowledged ones',
    books.lines !== acknowledged.lines && 'The stored messages are not the acknowledged ones',
    MINUTES >= 10 && slope > SLOPE && `Memory grows by ${Math.round(slope)} bytes a minute`,
  ].filter((fault) => fault !== false);
}

await judged(soak);
