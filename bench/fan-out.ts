import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { BenchRow } from '@vonk/bench';
import {
  alone,
  atEnd,
  type BenchServer,
  compare,
  endBench,
  type Measure,
  median,
  perCpuSecond,
  quick,
  startServer,
} from '@vonk/bench';
import { type FanOutReady, type Person, Room, type Speaking } from './fan-out-load.ts';

/** Sockets in the room. */
const SIZES = quick ? [40] : [200, 2000];

/** Number of timed members, in the room in addition to the others. */
const SPEAKERS = 20;

/** Messages per second in a quiet room. */
const IDLE_PER_SECOND = 10;

interface Contender {
  server: BenchServer;
  url: string;
  room: Room;
  /** The product's members who are not in the room yet; none for the peer, whose speakers are anonymous. */
  speakers: readonly Person[];
  /** Deliveries per second of wall time. */
  rates: number[];
}

async function start(script: string, size: number): Promise<Contender> {
  const server = startServer(script, { BENCH_SIZE: String(size + SPEAKERS) });
  const { url, people } = await server.next<FanOutReady>();
  const room = new Room(people.slice(0, size));
  atEnd(async () => room.close());
  await room.open(url, size);
  return { server, url, room, speakers: people.slice(size), rates: [] };
}

function deliveries({ server, room, rates }: Contender, say: () => Promise<void> | void): Measure {
  return async (ms) => {
    const startedAt = performance.now();
    let delivered = 0;
    const figure = await perCpuSecond(server, async () => {
      delivered = await room.deliver(ms, say);
      return delivered;
    });
    rates.push((delivered * 1000) / (performance.now() - startedAt));
    return figure;
  };
}

function note(what: string, ours: Contender, peer: Contender): string {
  const [mine, theirs] = [ours, peer].map(({ rates }) => Math.round(median(rates.splice(0))));
  return `${what}; by wall time: ours ${mine}/s, bare socket.io ${theirs}/s`;
}

type Speak = (speaking: Speaking) => Promise<number[]>;

/** Lets the speakers join. */
async function letIn({ url, speakers: people }: Contender): Promise<Speak> {
  const thread = new Worker(new URL('fan-out-load.ts', import.meta.url), {
    workerData: { url, people, size: SPEAKERS },
  });
  atEnd(() => thread.terminate());
  await once(thread, 'message');
  return async (speaking) => {
    thread.postMessage(speaking);
    const [taken] = (await once(thread, 'message')) as [number[]];
    return taken;
  };
}

/** Measures the 99th percentile of the response time in ms, at `perSecond` messages. */
function slowest(speak: Speak, perSecond: number): Measure {
  return async (ms) => {
    const taken = (await speak({ gapMs: 1000 / perSecond, ms })).sort((a, b) => a - b);
    return taken[Math.ceil(taken.length * 0.99) - 1] ?? Number.NaN;
  };
}

/** Measures the cost of a delivery in one room with all members, with and without storing messages. */
async function runRoom(size: number): Promise<BenchRow[]> {
  const ours = await start('bench/fan-out-server.ts', size);
  const peer = await start('bench/fan-out-peer.ts', size);
  await ours.room.deliver(1, () => ours.room.talk());
  const line = ours.room.last();
  peer.server.tell({ line });
  await peer.room.deliver(1, () => peer.room.talk());
  if (!isDeepStrictEqual(peer.room.last(), line))
    throw new Error('The product and its peer deliver different messages');

  const unit = 'deliveries per server CPU-second';
  const pushed = await compare({
    name: `chat fan-out, ${size} sockets, a push by the server`,
    unit,
    ours: deliveries(ours, () => ours.server.tell({ push: line })),
    peer: deliveries(peer, () => peer.server.tell({ push: line })),
    note: () => note('goal 0.9; the same line through the typed push', ours, peer),
  });
  let capacity = 0;
  const messages = await compare({
    name: `chat fan-out, ${size} sockets, a member’s message`,
    unit,
    ours: deliveries(ours, () => ours.room.talk()),
    peer: deliveries(peer, () => peer.room.talk()),
    note: () => {
      capacity = median(ours.rates) / size;
      return note('goal 0.6; ours with session, rate limit, sequence and row (memory)', ours, peer);
    },
  });
  const half = capacity / 2;
  const speak = await letIn(ours);
  const speakBare = await letIn(peer);
  const late = await compare({
    name: `a member’s message, ${size} sockets, at half of the maximum rate`,
    unit: 'ms until it is answered, the slowest of a hundred',
    ours: slowest(speak, half),
    peer: slowest(speak, Math.min(half / 4, IDLE_PER_SECOND)),
    note: () => `goal 1.5 at most; ${half.toFixed(1)} messages a second against an idle room`,
  });
  const bare = await compare({
    name: `a member’s message, ${size} sockets, at half of the maximum rate, against bare socket.io`,
    unit: 'ms until it is answered, the slowest of a hundred',
    ours: slowest(speak, half),
    peer: slowest(speakBare, half),
    note: () => `goal 1.5 at most; ${half.toFixed(1)} messages a second at both`,
  });
  return [pushed, messages, late, bare];
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of SIZES) {
    rows.push(...(await runRoom(size)));
    await endBench();
  }
  return rows;
}

if (import.meta.main) await alone(run);
