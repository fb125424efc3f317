// npm run bench: runs all benchmarks and writes bench/results.md.
//   --only=home,tips   only prints the results of some
//   --quick            checks that they work; the figures are meaningless
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { type BenchRow, endBench, pinLoad, pinned, plan, quick, textOf } from '@vonk/bench';
import * as media from '@vonk/media/bench';
import * as dispatch from './calls/dispatch.ts';
import * as beats from './chats/beats.ts';
import * as sweep from './chats/sweep.ts';
import * as fanOut from './fan-out.ts';
import * as logins from './money/logins.ts';
import * as tips from './money/tips.ts';
import * as transfers from './money/transfers.ts';
import * as home from './pages/home.ts';
import { keptRows, type LoadedRow, pageOf } from './results.ts';

/** The media benchmark is last, because its viewers stay in this process. */
const benches: Record<string, () => Promise<BenchRow[]>> = {
  dispatch: dispatch.run,
  home: home.run,
  'fan-out': fanOut.run,
  beats: beats.run,
  sweep: sweep.run,
  transfers: transfers.run,
  tips: tips.run,
  logins: logins.run,
  media: media.run,
};
const page = 'bench/results.md';

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const chosen = only?.split(',') ?? Object.keys(benches);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. Benchmarks: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

const load = () => (loadavg()[0] ?? 0).toFixed(1);

async function perform(name: string): Promise<LoadedRow[]> {
  const [before, startedAt] = [load(), performance.now()];
  console.log(`\n── ${name} (load average ${before})`);
  const rows = (await benches[name]?.()) ?? [];
  for (const row of rows) console.log(textOf(row));
  console.log(`   ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  // Ends its processes, so that they do not use the next benchmark's CPU.
  await endBench();
  return rows.map((row) => ({ ...row, load: `${before} → ${load()}` }));
}

pinLoad();
const startedAt = performance.now();
const rows: LoadedRow[] = [];
const failed: string[] = [];
for (const name of Object.keys(benches).filter((bench) => chosen.includes(bench))) {
  await perform(name).then(
    (measured) => rows.push(...measured),
    async (error: unknown) => {
      await endBench();
      failed.push(name);
      console.error(error);
    },
  );
}

const seconds = (performance.now() - startedAt) / 1000;
if (failed.length > 0) console.error(`\nNot measured: ${failed.join(', ')}`);
else if (quick || only)
  console.log(`\n${seconds.toFixed(0)} s. A partial or quick run does not write ${page}.`);
else {
  const kept = keptRows(await readFile(page, 'utf8'));
  await writeFile(page, pageOf({ rows, seconds, pinned, ...plan }, kept));
  console.log(`\n${seconds.toFixed(0)} s. Written: ${page}`);
}
process.exit(failed.length > 0 ? 1 : 0);
