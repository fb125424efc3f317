import { spawnSync } from 'node:child_process';
import { root } from '../../lib/toolchain.mjs';

export interface Change {
  /** From the root. */
  path: string;
  /** Whether the file was deleted. */
  isGone: boolean;
  /** Lines removed and added; empty for a new file. */
  lines: readonly string[];
  /** Numbers of the lines at which it differs now. */
  at: readonly number[];
}

const git = (...args: string[]): string =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).stdout;

/**
 * Files that differ from `ref`, a commit or branch, including untracked and deleted ones; if it is undefined from the last
 * commit, or with a clean work tree from the one before.
 */
export function changesSince(ref: string | undefined): Change[] {
  const since = (commit: string) => readDiff(git('diff', '--no-color', '--no-renames', '-U0', commit));
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  const changes = [
    ...since(ref ?? 'HEAD'),
    ...untracked.map((path) => ({ path, isGone: false, lines: [], at: [] })),
  ];
  return ref !== undefined || changes.length > 0 ? changes : since('HEAD~1');
}

/** Reads the output of `git diff -U0`. */
export function readDiff(text: string): Change[] {
  return text
    .split(/^diff --git /m)
    .slice(1)
    .map((part) => {
      const lines = part.split('\n');
      const start = lines.findIndex((line) => line.startsWith('@@'));
      const hunks = start < 0 ? [] : lines.slice(start);
      return {
        path: /^a\/(.*) b\/\1$/.exec(lines[0] ?? '')?.[1] ?? '',
        isGone: lines.some((line) => line.startsWith('deleted file mode')),
        lines: hunks.filter((line) => /^[-+]/.test(line)).map((line) => line.slice(1)),
        at: hunks.flatMap((line) => Number(/^@@ \S+ \+(\d+)/.exec(line)?.[1] ?? []) || []),
      };
    });
}
