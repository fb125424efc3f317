import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceText } from './parse.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tracked or untracked files of the project, without ignored ones. */
export function projectFiles(fits: RegExp): SourceText[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list
    .split('\n')
    .filter((path) => fits.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Commits since a date (ISO 8601) that are no merges, newest first. */
export const commitsSince = (date: string): { hash: string; subject: string }[] =>
  execFileSync('git', ['log', `--since=${date}`, '--no-merges', '--format=%h %s'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ hash: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }));

/** Files whose titles may name rows of the specification; those of the checks themselves use made-up ids. */
export const testFiles = (): SourceText[] =>
  projectFiles(/\.(test|spec)\.tsx?$|\/gateway-contract\.ts$/).filter(
    ({ path }) => !path.startsWith('scripts/docs/check-docs'),
  );

export interface Violation {
  file: string;
  line: number;
  rule: string;
  message: string;
}

export function printViolations(violations: readonly Violation[], fine: string): void {
  for (const { file, line, rule, message } of violations) {
    console.log(`error  ${file}:${line}  ${rule}: ${message}`);
  }
  console.log(violations.length > 0 ? `${violations.length} violations.` : fine);
  if (violations.length > 0) process.exitCode = 1;
}
