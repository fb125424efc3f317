// node bench/chats/soak.ts --minutes=30: members come, chat, tip, ask for shows, show their camera and vanish, guests call, while
// broadcasts stop and come back. Then nothing
// may be left running, the books must be right, and memory must not have grown. Ends with 1 where that isn't so.
//   --database=postgres://…   instead of the embedded one in memory
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { given, judged, slopeOf, startServer } from '@vonk/bench';
import { chatAction } from '#contract/chat/action-calls.ts';
import { getChatJoinToken, joinChat, keepAlive, leaveChat } from '#contract/chat/session-calls.ts';
import { Refused, type Visit, visit } from './visit.ts';

export interface SoakReady {
  url: string;
  members: { id: number; token: string }[];
  performers: string[];
}

export type SoakOrder = { books: true } | { performer: number; broadcast: boolean };

/** `gaps`: numbers of rooms without a message. `heap`: bytes after a collection. */
export interface SoakBooks {
  lines: number;
  tips: number;
  minutes: number;
  /** Shows, cameras and phone calls there have been, and those that are still going on. */
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

const MINUTES = Number(given('minutes', '30'));
const CROWD = { members: 30, performers: 4, callers: 3 };
/** Bytes a minute of which the heap may grow: the noise of a collection. */
const SLOPE = 200_000;
const endsAt = Date.now() + MINUTES * 60_000;
const acknowledged = { lines: 0, tips: 0 };
const refused = new Map<string, number>();

const between = (least: number, most: number): number => least + Math.random() * (most - least);

const refuse = (label: string) => void refused.set(label, (refused.get(label) ?? 0) + 1);

/** A refusal of this wish is no reason to leave. */
async function tolerantly(wish: () => Promise<void>): Promise<void> {
  await wish().catch((error: unknown) => {
    if (!(error instanceof Refused) || error.message === 'badRequest.session.ended') throw error;
  });
}

/** What somebody does in a room, one after the other at random. A new one belongs in here. */
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
  // Some close the page, some pull the plug.
  if (Math.random() < 0.7) await visiting.ask(leaveChat, { auth: visiting.auth });
}

async function soak(): Promise<string[]> {
  const server = startServer('bench/chats/soak-server.ts', {
    BENCH_DATABASE: given('database', 'memory:'),
    BENCH_CROWD: `${CROWD.members},${CROWD.performers},${CROWD.callers}`,
    BENCH_UNTIL: String(endsAt),
  });
  const { url, members, performers } = await server.next<SoakReady>();
  const lives = Promise.all(members.map(({ token }) => live(url, token, performers)));
  const startedAt = Date.now();
  const samples: [number, number][] = [];
  // One question at a time, so broadcasts and books take turns.
  const watch = async () => {
    for (let turn = 0; Date.now() < endsAt; turn += 1) {
      const performer = turn % performers.length;
      await server.ask({ performer, broadcast: false });
      // Now and then for longer than an encoder may be away.
      await sleep(turn % 3 === 2 ? 17_000 : 3000);
      await server.ask({ performer, broadcast: true });
      await sleep(2000);
      const books = await server.ask<SoakBooks>({ books: true });
      if (books.wrong > 0) throw new Error('the books went wrong');
      samples.push([(Date.now() - startedAt) / 60_000, books.heap]);
    }
  };
  await Promise.all([lives, watch()]);
  // Until those who vanished are missed, and their rests of a minute can be used by nobody.
  await sleep(70_000);
  const books = await server.ask<SoakBooks>({ books: true });
  // What is loaded and compiled in the first part is no growth.
  const { perX: slope } = slopeOf(samples.slice(Math.ceil(samples.length / 3)));
  console.log({
    ...books,
    acknowledged,
    refused: Object.fromEntries(refused),
    heapBytesAMinute: Math.round(slope),
  });
  return [
    books.open > 0 && `${books.open} sessions are left open`,
    books.unfinished > 0 && `${books.unfinished} shows, cameras or calls are left`,
    Math.min(books.shows, books.cameras, books.calls) === 0 && 'a show, a camera or a call never came about',
    books.running > 0 && `${books.running} minutes are left running`,
    books.wrong > 0 && 'the books are wrong',
    books.gaps !== 0 && 'a room has numbers without a message',
    books.tips !== acknowledged.tips && 'tips are missing, or more than were acknowledged',
    books.lines !== acknowledged.lines && 'lines are missing, or more than were acknowledged',
    MINUTES >= 10 && slope > SLOPE && `memory grows by ${Math.round(slope)} bytes a minute`,
  ].filter((fault) => fault !== false);
}

await judged(soak);
