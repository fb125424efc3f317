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
  /** Total of all benchmarks. */
  seconds: number;
  /** True if server and load had separate CPUs. */
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

/** Rows of the previous page from separate programs, which a whole run does not measure. */
export const keptRows = (page: string): string[] =>
  page.split('\n').filter((line) => /^\| .*`node [\w./-]+\.ts`/.test(line));

/** The page that `npm run bench` writes; `kept` rows follow its own. */
export function pageOf(
  { rows, seconds, pinned, pairs, windowMs, warmUpMs }: Results,
  kept: readonly string[],
): string {
  const processors = pinned
    ? 'The server has one CPU to itself. The load generator, and a database server started for the run, have the other.'
    : 'Server and load generator share their CPUs, because this machine has no taskset or no second CPU.';
  return `# Figures

\`npm run bench\` wrote this page in ${Math.round(seconds)} s. Rows that name a program and a commit were measured separately, and a run of \`npm run bench\` keeps them. Compare only ratios: figures from different machines or days are not comparable. Lists of 100,000 performers have [a separate page](categories.md).

${machine()}

${[tableOf(rows), ...kept].join('\n')}

## How we measure

- Our code and its peer take turns within one run (A B B A …), ${pairs} times each. The ratio is the median of the ratios ours / peer; the columns \`ours\` and \`peer\` are medians too.
- Each window is ${windowMs / 1000} s long (4 s for media beside Janus), after a warm-up of ${warmUpMs / 1000} s. Windows of 6 s would be steadier, but the run would take longer than five minutes.
- UNSTEADY means that the peer's own figures varied by more than 15 %. Run the benchmark again on a quieter machine.
- ${processors}
- Where the load generator could be the bottleneck, we count work per second of the server's CPU time, over all its threads.
- Connections stay open. Both sides send the same bytes: one response of each is compared before the run, and any response other than 2xx ends it. After the tips, the ledger is checked: every acknowledged tip has its transfer and its chat line, and all entries sum to zero.
- Load average is that of the last minute, before and after the benchmark. The second one includes the benchmark itself.
`;
}
