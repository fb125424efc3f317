import { join } from 'node:path';
import type { BenchRow } from '@vonk/bench';
import {
  alone,
  atEnd,
  type BenchServer,
  compare,
  type Measure,
  ownFolder,
  perCpuSecond,
  quick,
  startServer,
} from '@vonk/bench';
import { onEachDatabase } from '../on-each-database.ts';
import { Audience, type BeatsAnswer, type BeatsOrder, type BeatsReady } from './beats-load.ts';

/** Members who pay by the minute. */
const VIEWERS = quick ? 60 : 2000;

interface Contender {
  server: BenchServer;
  audience: Audience;
  ready: BeatsReady;
}

async function start(script: string, settings: Record<string, string>): Promise<Omit<Contender, 'audience'>> {
  const server = startServer(script, { ...settings, BENCH_SIZE: String(VIEWERS) });
  return { server, ready: await server.next<BeatsReady>() };
}

async function seat(
  { server, ready }: Omit<Contender, 'audience'>,
  people = ready.people,
): Promise<Contender> {
  const audience = new Audience();
  atEnd(async () => audience.close());
  await audience.open(ready.url, people);
  return { server, ready, audience };
}

/** Keep-alives per CPU second of the server, sent at the pace of real pages. */
const beats =
  ({ server, audience }: Contender, count: (beats: number) => void = () => {}): Measure =>
  (ms) =>
    perCpuSecond(server, async () => {
      const done = await audience.beatFor(ms);
      count(done);
      return done;
    });

async function measure(kind: string, database: string): Promise<BenchRow> {
  const ours = await seat(await start('bench/chats/beats-server.ts', { BENCH_DATABASE: database }));
  const peer = await seat(await start('bench/chats/beats-peer.ts', {}), ours.ready.people);
  const { auths } = await ours.server.ask<BeatsAnswer>('auths' satisfies BeatsOrder);
  for (const { audience } of [ours, peer]) audience.begin(auths);
  peer.server.tell({ answer: await ours.audience.beat() });
  const statements = async (order: BeatsOrder) => (await ours.server.ask<BeatsAnswer>(order)).statements;
  // The first minutes are bought before the measurement, and both servers run compiled code. At the same time, because
  // auths expire while their viewers send nothing.
  await Promise.all([ours, peer].map(({ audience }) => audience.beatFor(quick ? 3000 : 20_000)));
  await statements('spread');
  // Reads the minutes that were changed behind the process.
  await Promise.all([ours, peer].map(({ audience }) => audience.beatFor(4000)));
  const before = await statements('count');
  let done = 0;
  const row = await compare({
    name: `keep-alives of ${VIEWERS} paying viewers, ${kind}`,
    unit: 'keep-alives per server CPU-second',
    ours: beats(ours, (count) => {
      done += count;
    }),
    peer: beats(peer),
    note: () => 'includes charging minutes; peer: bare socket.io that answers with the same bytes',
  });
  const goal = kind === 'PostgreSQL' ? 'goal 0.5; ' : '';
  const trips = ((await statements('count')) - before) / done;
  return {
    ...row,
    note: `${trips.toFixed(3)} statements per keep-alive, goal 0.05; ${goal}${row.note}`,
  };
}

export const run = async (): Promise<BenchRow[]> => onEachDatabase(join(await ownFolder(), 'db'), measure);

if (import.meta.main) await alone(run);
