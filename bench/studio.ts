import { endBench } from '@vonk/bench';
import { createOwnProduct } from '../e2e/support/product.ts';
import setup from '../e2e/support/template/copy-template.ts';
import { timesOfCharges, VIEWERS } from './studio/charges.ts';
import { timeOfFirstFrame, timesOfStop } from './studio/live.ts';
import { browser, goLive, openStudio } from './studio/pages.ts';
import { timesOfRestart } from './studio/restart.ts';

// node bench/studio.ts [--tries=10] [--only=live,stop,restart,kill,charge] [--down=10000]
// Goals in ms: live 1500, stop 300, restart and kill 3000 (p50), charge 1000 (p95).
const option = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
const tries = Number(option('tries') ?? 10);
const only = option('only')?.split(',');
const isAsked = (name: string): boolean => only?.includes(name) ?? true;

const line = (name: string, all: readonly number[]): string => {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
  return `| ${name} | ${at(0)} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
};

/** Measures what a browser shows, with a product of its own. */
async function inBrowsers(): Promise<string[]> {
  const clear = await setup();
  const product = await createOwnProduct({ environment: { DEMO_CAST: 'false', RATE_LIMITS: 'false' } });
  const lines: string[] = [];
  try {
    await product.start();
    const studio = await openStudio(product.url);
    if (isAsked('live')) {
      const frames: number[] = [];
      for (let number = 0; number < tries; number += 1)
        frames.push(await timeOfFirstFrame(studio, product.url));
      lines.push(line('live to the first frame of a waiting viewer', frames));
    }
    if (isAsked('stop'))
      lines.push(line('Escape until the toy stands still', await timesOfStop(studio, product.url, tries)));
    else if (isAsked('restart') || isAsked('kill')) await goLive(studio);
    for (const [name, signal] of [
      ['restart', 'SIGTERM'],
      ['kill', 'SIGKILL'],
    ] as const) {
      if (!isAsked(name)) continue;
      const restarts = await timesOfRestart(product, { tries, signal, downMs: Number(option('down') ?? 0) });
      const times = (pick: 'took' | 'away') => restarts.map((restart) => restart[pick]);
      lines.push(
        line(`${signal}: readiness of the next server to the first frame of a viewer`, times('took')),
      );
      lines.push(line(`${signal}: until its readiness`, times('away')));
      const cards = restarts.filter(({ card }) => card).length;
      console.log(`${signal}: a card was shown at readiness in ${cards} of ${restarts.length} restarts.`);
    }
    return lines;
  } finally {
    await browser.close();
    await product.remove();
    await clear();
  }
}

const lines = ['live', 'stop', 'restart', 'kill'].some(isAsked) ? await inBrowsers() : [];
if (isAsked('charge'))
  lines.push(line(`charge to the performer’s page with ${VIEWERS} viewers`, await timesOfCharges()));
console.log('| what, in ms | least | p50 | p95 | most |\n| --- | --- | --- | --- | --- |');
for (const text of lines) console.log(text);
await browser.close();
await endBench();
process.exit(0);
