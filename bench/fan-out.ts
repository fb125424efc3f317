import { isDeepStrictEqual } from 'node:util';
import { type FanOutReady, Room } from './fan-out-load.ts';
import { alone, atEnd, type BenchServer, perCpuSecond, quick, startServer } from './harness.ts';
import { compare, type Measure, median } from './pairs.ts';
import type { BenchRow } from './row.ts';

const SIZE = quick ? 40 : 200;

interface Contender {
  server: BenchServer;
  room: Room;
  /** Deliveries a second by the clock. */
  rates: number[];
}

async function start(script: string): Promise<Contender> {
  const server = startServer(script, { BENCH_SIZE: String(SIZE) });
  const { url, people } = await server.next<FanOutReady>();
  const room = new Room(people);
  atEnd(async () => room.close());
  await room.open(url, SIZE);
  return { server, room, rates: [] };
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
  return `${what}; by the clock: ours ${mine}/s, bare socket.io ${theirs}/s`;
}

/** One room with everybody in it: the cost of a delivery, with and without the work of storing a message. */
export async function run(): Promise<BenchRow[]> {
  const ours = await start('bench/fan-out-server.ts');
  const peer = await start('bench/fan-out-peer.ts');
  await ours.room.deliver(1, () => ours.room.talk());
  const line = ours.room.last();
  peer.server.tell({ line });
  await peer.room.deliver(1, () => peer.room.talk());
  if (!isDeepStrictEqual(peer.room.last(), line)) throw new Error('the two do not deliver the same');

  const unit = 'deliveries per server CPU-second';
  const pushed = await compare({
    name: `chat fan-out, ${SIZE} sockets, a push of the server`,
    unit,
    ours: deliveries(ours, () => ours.server.tell({ push: line })),
    peer: deliveries(peer, () => peer.server.tell({ push: line })),
    note: () => note('the same line through the typed push', ours, peer),
  });
  const said = await compare({
    name: `chat fan-out, ${SIZE} sockets, a line said by a member`,
    unit,
    ours: deliveries(ours, () => ours.room.talk()),
    peer: deliveries(peer, () => peer.room.talk()),
    note: () =>
      note('ours with session, rate limit, sequence and row in the embedded database (memory)', ours, peer),
  });
  return [pushed, said];
}

if (import.meta.main) await alone(run);
