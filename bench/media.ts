import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AskServer, type Contender, FanOutLoad, MediaLoad } from './media-load.ts';
import type { ServerAnswer } from './media-server.ts';
import type { BenchRow } from './row.ts';

/** 62 packets of 1,200 bytes a second are about 600 kbit/s. */
const packetsPerSecond = 62;
const viewerSteps = [10, 30, 60] as const;
const pairs = 5;
const windowMs = 800;

async function startServer(): Promise<{
  child: ChildProcess;
  ask: AskServer;
  sfuPort: number;
  fanOutPort: number;
}> {
  const script = new URL('media-server.ts', import.meta.url).pathname;
  const child = spawn('taskset', ['-c', '0', process.execPath, script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const answer = async () => ((await once(child, 'message')) as [ServerAnswer])[0];
  const started = await answer();
  if (!('sfuPort' in started)) throw new Error('The server did not name its ports');
  const ask: AskServer = (question) => {
    const answered = answer();
    child.send(question);
    return answered;
  };
  return { child, ask, ...started };
}

/** CPU-seconds the server spends for one packet delivered by this contender. */
async function costOf(contender: Contender, ask: AskServer): Promise<number> {
  const cpu = async () => {
    const answer = await ask({ ask: 'cpu' });
    return 'cpuSeconds' in answer ? answer.cpuSeconds : Number.NaN;
  };
  const [cpuBefore, receivedBefore] = [await cpu(), contender.received()];
  const startedAt = performance.now();
  for (let sent = 0; performance.now() - startedAt < windowMs; ) {
    const due = ((performance.now() - startedAt) / 1000) * packetsPerSecond;
    for (; sent < due; sent += 1) contender.send();
    await sleep(4);
  }
  await sleep(50);
  return ((await cpu()) - cpuBefore) / (contender.received() - receivedBefore);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Viewers a core can carry at this cost a packet. */
const viewersPerCore = (cost: number) => Math.round(1 / (cost * packetsPerSecond));

async function measure(viewers: number, ours: Contender, peer: Contender, ask: AskServer): Promise<BenchRow> {
  const costs: { ours: number; peer: number }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // A B, then B A: a slow phase of the machine affects both.
    const order = pair % 2 === 0 ? [ours, peer] : [peer, ours];
    const first = await costOf(order[0] ?? ours, ask);
    const second = await costOf(order[1] ?? peer, ask);
    costs.push(pair % 2 === 0 ? { ours: first, peer: second } : { ours: second, peer: first });
  }
  const ratios = costs.map((cost) => cost.peer / cost.ours);
  return {
    name: `media, ${viewers} viewers`,
    unit: 'viewers per core at 600 kbit/s',
    ours: viewersPerCore(median(costs.map((cost) => cost.ours))),
    peer: viewersPerCore(median(costs.map((cost) => cost.peer))),
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    note: 'peer: plain dgram fan-out in the clear; ours: SRTP to each viewer, counted and repeatable',
  };
}

/** How many viewers a core carries, against a fan-out that does nothing but send. */
export async function run(): Promise<BenchRow[]> {
  const { child, ask, sfuPort, fanOutPort } = await startServer();
  const [ours, peer] = [new MediaLoad(sfuPort), new FanOutLoad(fanOutPort, ask)];
  const rows: BenchRow[] = [];
  try {
    await ours.publish();
    for (const viewers of viewerSteps) {
      await Promise.all([ours.growTo(viewers), peer.growTo(viewers)]);
      await Promise.all([costOf(ours, ask), sleep(500)]);
      rows.push(await measure(viewers, ours, peer, ask));
    }
  } finally {
    peer.close();
    child.disconnect();
    child.kill();
  }
  return rows;
}

if (import.meta.main) {
  for (const row of await run()) console.log(JSON.stringify(row));
  process.exit();
}
