import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { type BenchRow, figure, range, ratio } from '@vonk/bench';

/** A row with the machine's load of the last minute before and after its benchmark. */
export interface LoadedRow extends BenchRow {
  load: string;
}

export interface Results {
  rows: readonly LoadedRow[];
  /** Of all benchmarks together. */
  seconds: number;
  /** Whether server and load had a processor each. */
  pinned: boolean;
  pairs: number;
  windowMs: number;
  warmUpMs: number;
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

function commit(): string {
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!bench/results.md') !== '';
    return git('rev-parse', '--short', 'HEAD') + (changed ? ' with changes on top' : '');
  } catch {
    return 'unknown (no git here)';
  }
}

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const parts = ['astro', 'hono', 'socket.io', '@electric-sql/pglite', 'pg', 'werift'];

export function machine(): string {
  const processors = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(1);
  return [
    `- Machine: ${processors[0]?.model.trim()}, ${processors.length} cores, ${gigabytes} GB, ${platform()} ${release()}`,
    `- Node ${process.versions.node}; ${parts.map((name) => `${name} ${versionOf(name)}`).join(', ')}`,
    `- Commit ${commit()}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ].join('\n');
}

function tableOf(rows: readonly LoadedRow[]): string {
  const cells = (row: LoadedRow) =>
    [
      row.name,
      row.unit,
      figure(row.ours),
      figure(row.peer),
      `**${ratio(row.ratio)}**`,
      range(row),
      row.load,
      row.note,
    ].map((cell) => cell.replaceAll('|', '\\|'));
  const head = ['what', 'counted in', 'ours', 'peer', 'ratio', 'min to max', 'load average', 'remarks'];
  const lines = [head, head.map(() => '---'), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** The page that `npm run bench` leaves behind. */
export function pageOf({ rows, seconds, pinned, pairs, windowMs, warmUpMs }: Results): string {
  const processors = pinned
    ? 'The server runs alone on one processor, the load (and a database server started for the run) on the other.'
    : 'Server and load share their processors: no taskset or no second processor here.';
  return `# Figures

Written by \`npm run bench\` in ${Math.round(seconds)} s. Compare ratios, never the figures of two machines or two days.

${machine()}

${tableOf(rows)}

## How they are made

- Ours and its peer run in turn in the same run (A B B A …): ${pairs} pairs. The ratio is the median of the paired ratios ours / peer, with the smallest and the largest beside it; \`ours\` and \`peer\` are medians too.
- Warm-up ${warmUpMs / 1000} s, then windows of ${windowMs / 1000} s (media beside Janus: 4 s). That is short: 6 s would be better, and would not fit five minutes.
- A row marked UNSTILL had a peer that itself varied by more than 15 %: run it again on a quieter machine.
- ${processors}
- Where the load would be the limit, work is counted per second of processor the server used (all its threads).
- Connections stay open, both answer the same bytes, one answer of each is compared first, and any answer that is no 2xx ends the run. After the tips the books are read: every acknowledged tip has its transfer and its line, and the entries sum to nought.
- Load average: of the last minute, before and after the benchmark; the bench itself is part of the second.
`;
}
