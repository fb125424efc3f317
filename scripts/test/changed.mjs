// @ts-check
import { spawnSync } from 'node:child_process';
import { root } from '../lib/toolchain.mjs';

const git = (/** @type {string[]} */ ...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

/**
 * Files that differ from `ref`, including untracked ones; with a clean work tree, those of the last commit.
 * @param {string | undefined} ref a commit or branch; the last commit if undefined
 * @returns {{ ref: string, files: string[] }} paths from the root; deleted files are left out
 */
export function changedFiles(ref) {
  const since = (/** @type {string} */ commit) => git('diff', '--name-only', '--diff-filter=d', commit);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  const files = [...since(ref ?? 'HEAD'), ...untracked];
  if (ref !== undefined || files.length > 0) return { ref: ref ?? 'HEAD', files };
  return { ref: 'HEAD~1', files: since('HEAD~1') };
}
