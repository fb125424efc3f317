// npm run bench:lighthouse: Lighthouse scores (mobile preset, Debian's Chromium) of the pages a guest sees first.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endBench, ownFolder } from '@vonk/bench';
import { z } from 'zod';
import { findBrowser } from '../../scripts/lib/services.mjs';
import { buildSite } from '../../scripts/lib/site-build.mjs';
import { quiet, startProduct } from './product.ts';

const folder = new URL('../peers/', import.meta.url).pathname;
const CHROME_PATH = process.env['CHROME_PATH'] ?? findBrowser()?.url;
const flags =
  '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update';
/** Minimum of each of the four scores, in hundredths. */
const GOAL = 99;
/** Maximum ms between the first and the largest contentful paint in the trace. */
const PAINT_GAP_MS = 200;

const resultSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.looseObject({
    metrics: z.object({
      details: z.object({
        items: z
          .tuple([
            z.looseObject({
              observedFirstContentfulPaint: z.number(),
              observedLargestContentfulPaint: z.number(),
              cumulativeLayoutShift: z.number(),
              totalBlockingTime: z.number(),
            }),
          ])
          .rest(z.unknown()),
      }),
    }),
  }),
});

async function measure(url: string): Promise<{ line: string; good: boolean }> {
  const file = join(await ownFolder(), 'report.json');
  const { status, stderr } = spawnSync(
    join(folder, 'node_modules/.bin/lighthouse'),
    [url, '--quiet', `--chrome-flags=${flags}`, '--output=json', `--output-path=${file}`],
    {
      encoding: 'utf8',
      env: { ...process.env, CHROME_PATH },
    },
  );
  if (status !== 0) throw new Error(`Lighthouse failed for ${url}:\n${stderr}`);
  const { categories, audits } = resultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const [seen] = audits.metrics.details.items;
  const gap = seen.observedLargestContentfulPaint - seen.observedFirstContentfulPaint;
  const names = ['performance', 'accessibility', 'best-practices', 'seo'];
  const scores = names.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
  const good =
    scores.every((score) => score >= GOAL) && seen.cumulativeLayoutShift === 0 && gap <= PAINT_GAP_MS;
  return {
    good,
    line: `| ${new URL(url).pathname} | ${scores.join(' | ')} | ${seen.cumulativeLayoutShift} | ${gap.toFixed(0)} ms | ${seen.totalBlockingTime.toFixed(0)} ms |`,
  };
}

if (!existsSync(join(folder, 'node_modules'))) spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
if ((await buildSite()) !== 0) throw new Error('The site could not be built');
const product = await startProduct();
const lines: string[] = [];
let allGood = true;
try {
  for (const path of ['/', '/talk', '/profile/Femke', '/en', '/privacy']) {
    // Warm-up: the first visit creates pictures, which uses the browser's CPU.
    await measure(product.url + path);
    await quiet(product);
    const { line, good } = await measure(product.url + path);
    lines.push(good ? line : `${line} BELOW THE GOAL`);
    allGood &&= good;
  }
} finally {
  console.log(
    '| page | performance | accessibility | best practices | SEO | CLS | largest after first paint | blocking |',
  );
  console.log(['', ...Array(8).fill('---'), ''].join('|'));
  console.log(lines.join('\n'));
  await endBench();
}
process.exit(allGood ? 0 : 1);
