// node packages/media/bench/churn.ts --joins=1000 --restarts=50 --steady=60: measures memory per viewer.
// Exits with 1 if viewers, sockets or timers remain, or memory grows.

import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type BenchServer,
  endBench,
  isFlat,
  option,
  pinLoad,
  type Slope,
  slopeOf,
  startServer,
} from '@vonk/bench';
import type { ChurnQuestion, ChurnState } from './churn-server.ts';
import {
  type Farewell,
  farewells,
  type Guest,
  publisherAt,
  strangerAt,
  type Target,
  viewerAt,
} from './crowd.ts';

const joins = Number(option('joins', '1000'));
const restarts = Number(option('restarts', '50'));
const steady = Number(option('steady', '60'));

const batches = 20;
/** Number of viewers that join at the same time. */
const lanes = 5;
/** Longer than anything is kept about a peer that left (10 minutes). */
const muchLaterMs = 11 * 60_000;
/** The server checks once a second for peers that are gone. */
const sweepMs = 2200;
/** Number of ignored first samples: code is compiled and pools are filled. */
const warmUp = 5;

const stays: readonly (Farewell | 'never came')[] = [...farewells, 'never came'];

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
const load = () => loadavg()[0]?.toFixed(1) ?? '';
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const head = (...cells: string[]) => {
  row(...cells);
  row(...cells.map(() => '---'));
};

/** A slope with twice its error. */
const plusMinus = ({ perX, error }: Slope, unit: number) =>
  `${(perX / unit).toFixed(3)} ± ${((2 * error) / unit).toFixed(3)}`;
const kilobytes = ({ perX, error }: Slope) =>
  `${(perX / 1024).toFixed(0)} ± ${((2 * error) / 1024).toFixed(0)} KB`;

class Stage {
  readonly #url: string;
  readonly #server: BenchServer;
  #publisher: Guest | null = null;
  #subjects = 0;

  constructor(server: BenchServer, port: number) {
    this.#server = server;
    this.#url = `http://127.0.0.1:${port}/media`;
  }

  ask(question: ChurnQuestion): Promise<ChurnState> {
    return this.#server.ask<ChurnState>(question);
  }

  /** Target of a new viewer. */
  nextViewer(): Target {
    this.#subjects += 1;
    return { url: `${this.#url}/whep/lounge`, token: `viewer-${this.#subjects}` };
  }

  async publish(): Promise<void> {
    this.#publisher = await publisherAt({ url: `${this.#url}/whip/lounge`, token: 'camera' });
  }

  /** Restarts the publisher; with `vanish` the new one replaces a session that is still open. */
  async restart(how: Farewell): Promise<void> {
    await this.#publisher?.leave(how);
    await this.publish();
  }

  async end(): Promise<void> {
    await this.#publisher?.leave('delete');
    this.#publisher = null;
  }

  /** One viewer's whole stay. */
  async visit(number: number): Promise<void> {
    const how = stays[number % stays.length] ?? 'delete';
    if (how === 'never came') return strangerAt(this.nextViewer());
    const viewer = await viewerAt(this.nextViewer());
    await sleep(200);
    await viewer.leave(how);
  }

  /** Returns the state after all timeouts have passed. */
  async settle(): Promise<ChurnState> {
    await this.ask({ later: muchLaterMs });
    await sleep(sweepMs);
    // Again, for sessions that were closed meanwhile.
    await this.ask({ later: muchLaterMs });
    await sleep(sweepMs);
    return this.ask({ ask: 'state' });
  }
}

/** Measures memory by the number of viewers of a 600 kbit/s picture. */
async function measureViewers(stage: Stage): Promise<void> {
  console.log('\nMemory by viewers who watch 600 kbit/s\n');
  head('viewers', 'heap MB', 'external MB', 'resident MB', 'sockets', 'load');
  const viewers: Guest[] = [];
  const seen: { count: number; state: ChurnState }[] = [];
  await stage.publish();
  for (let step = 0; step <= 6; step += 1) {
    while (viewers.length < Math.round((steady * step) / 6)) viewers.push(await viewerAt(stage.nextViewer()));
    await sleep(3000);
    const state = await stage.ask({ ask: 'state' });
    const { heap, external, resident } = state.memory;
    row(
      viewers.length,
      megabytes(heap),
      megabytes(external),
      megabytes(resident),
      state.open.sockets,
      load(),
    );
    seen.push({ count: viewers.length, state });
  }
  const of = (pick: (state: ChurnState) => number) =>
    slopeOf(seen.map(({ count, state }) => [count, pick(state)]));
  const [heap, external] = [of(({ memory }) => memory.heap), of(({ memory }) => memory.external)];
  const both = of(({ memory }) => memory.heap + memory.external);
  console.log(
    `\nA viewer takes ${kilobytes(heap)} of heap and ${kilobytes(external)} outside of it (both ${kilobytes(both)}), ${kilobytes(of(({ memory }) => memory.resident))} of the process.`,
  );
  for (const viewer of viewers) await viewer.leave('delete');
  await stage.end();
}

/** Joins and leaves in parallel lanes, with restarts of the publisher in between. */
async function churn(stage: Stage, from: number, to: number, restartsHere: number): Promise<void> {
  await stage.publish();
  let next = from;
  const lane = async () => {
    while (next < to) {
      next += 1;
      await stage.visit(next);
    }
  };
  const restarting = async () => {
    for (let count = 0; count < restartsHere; count += 1) {
      const due = from + ((to - from) * (count + 1)) / (restartsHere + 1);
      while (next < due) await sleep(20);
      await stage.restart(count % 2 === 0 ? 'delete' : 'vanish');
    }
  };
  await Promise.all([restarting(), ...Array.from({ length: lanes }, lane)]);
  await stage.end();
}

async function measureChurn(stage: Stage): Promise<string[]> {
  console.log(`\nMemory after joins, leaves and restarts\n`);
  head(
    'joins',
    'restarts',
    'objects',
    'heap MB',
    'of it code MB',
    'external MB',
    'resident MB',
    'sockets',
    'timers',
    'left',
    'load',
  );
  const samples: { joined: number; state: ChurnState }[] = [];
  const idle = await stage.settle();
  const faults: string[] = [];
  for (let batch = 0; batch <= batches; batch += 1) {
    const share = (whole: number, count: number) => Math.round((whole * count) / batches);
    const joined = share(joins, batch);
    if (batch > 0) {
      const restartsHere = share(restarts, batch) - share(restarts, batch - 1);
      await churn(stage, share(joins, batch - 1), joined, restartsHere);
    }
    const state = batch > 0 ? await stage.settle() : idle;
    const { objects, memory, open, rooms, publishers, viewers, remembered } = state;
    const left = rooms + publishers + viewers + remembered;
    row(
      joined,
      share(restarts, batch),
      objects,
      ...[memory.heap, memory.code, memory.external, memory.resident].map(megabytes),
      open.sockets,
      open.timers,
      left,
      load(),
    );
    samples.push({ joined, state });
    if (left > 0) faults.push(`After ${joined} joins viewers or publishers remain`);
  }
  const last = samples.at(-1)?.state ?? idle;
  if (last.open.timers > idle.open.timers) faults.push('Timers remain after the churn');
  if (last.open.sockets > idle.open.sockets) faults.push('Sockets remain after the churn');
  const steadySamples = samples.slice(warmUp);
  const of = (pick: (state: ChurnState) => number) =>
    slopeOf(steadySamples.map(({ joined, state }) => [joined, pick(state)]));
  const objects = of((state) => state.objects);
  const slopes = {
    'heap, code apart': of(({ memory }) => memory.heap - memory.code),
    external: of(({ memory }) => memory.external),
    code: of(({ memory }) => memory.code),
    resident: of(({ memory }) => memory.resident),
  };
  console.log('\nSlope for each join, after warm-up, with twice its error\n');
  head('of', 'slope', 'within its noise');
  row('objects', plusMinus(objects, 1), isFlat(objects) ? 'yes' : 'no');
  for (const [name, slope] of Object.entries(slopes))
    row(name, `${plusMinus(slope, 1024)} KB`, isFlat(slope) ? 'yes' : 'no');
  if (objects.perX > 0 && !isFlat(objects)) faults.push('Objects grow with the joins');
  return faults;
}

pinLoad();
const server = startServer(fileURLToPath(new URL('churn-server.ts', import.meta.url)), {
  // Counting objects is experimental.
  NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
});
const { port } = await server.next<{ port: number }>();
const stage = new Stage(server, port);
const faults: string[] = [];
try {
  if (steady > 0) await measureViewers(stage);
  faults.push(...(await measureChurn(stage)));
} catch (error) {
  faults.push(String(error));
}
await endBench();
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
