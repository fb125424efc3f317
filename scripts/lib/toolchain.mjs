// @ts-check
// Runs on plain Node 20 before anything is installed: only node: builtins.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Node 24 of the npm package `node`. */
export const node24 = join(root, 'node_modules/node/bin/node');

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockEntry */

/**
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function lockedPackages(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {};
}

/**
 * Whether node_modules matches package-lock.json. npm writes its own record there as the last step of an install, so
 * an interrupted install counts as missing.
 * @param {{ dev: boolean }} needs `dev: false` accepts an install made with --omit=dev
 * @param {string} [folder]
 */
export function isInstalled({ dev }, folder = root) {
  if (!existsSync(join(folder, 'node_modules/node/bin/node'))) return false;
  const wanted = lockedPackages(join(folder, 'package-lock.json'));
  const present = lockedPackages(join(folder, 'node_modules/.package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path];
    if (path === '') return true;
    // Copied node_modules may share the record of the original, so the package itself is checked. A link has no version.
    if (found) return entry.version === found.version && existsSync(join(folder, path));
    return Boolean(entry.optional || entry.devOptional || (entry.dev && !dev));
  });
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] `quiet` shows the output only on failure
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, { env = process.env, quiet = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  /** @type {Buffer[]} */
  const output = [];
  child.stdout?.on('data', (part) => output.push(part));
  child.stderr?.on('data', (part) => output.push(part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (quiet && (code !== 0 || signal)) process.stderr.write(Buffer.concat(output));
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

/**
 * Installs the locked packages unless installed; ends the process on failure.
 * @param {{ dev: boolean }} needs
 */
export async function ensureInstalled(needs) {
  if (isInstalled(needs)) return;
  console.log('Installing the locked packages (npm ci) …');
  // Errors only: under Node 20 npm warns about engines, but the packages run on 24.
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { ...process.env, NODE_ENV: needs.dev ? 'development' : (process.env.NODE_ENV ?? 'development') },
  });
  if (code === 0 && isInstalled(needs)) return;
  console.error('npm ci failed: see the lines above, then start again.');
  process.exit(code || 1);
}
