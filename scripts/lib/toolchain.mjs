// @ts-check
// Runs on plain Node 20 before anything is installed: only node: builtins.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const node = 'node_modules/node/bin/node';
/** Node 24 of the npm package `node`. */
export const node24 = join(root, node);

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockEntry */

/**
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function lockedPackages(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {};
}

/**
 * Required packages that node_modules lacks or has in another version; all after an interrupted install, because npm
 * writes its record last.
 * @param {{ dev: boolean }} needs `dev: false` accepts an install made with --omit=dev
 * @param {string} [folder]
 */
export function missingPackages({ dev }, folder = root) {
  const present = lockedPackages(join(folder, 'node_modules/.package-lock.json'));
  const wanted = Object.entries(lockedPackages(join(folder, 'package-lock.json')));
  return wanted.flatMap(([path, entry]) => {
    const found = present[path];
    if (path === '') return [];
    // Copied node_modules may share the record of the original, so the package itself is checked. A link has no version.
    const file = path === 'node_modules/node' ? node : path;
    if (found) return entry.version === found.version && existsSync(join(folder, file)) ? [] : [path];
    return entry.optional || entry.devOptional || (entry.dev && !dev) ? [] : [path];
  });
}

/**
 * The npm commands that complete node_modules, to be tried in this order; no command if it is complete.
 * @param {{ dev: boolean }} needs
 * @param {string} [folder]
 * @returns {string[][]}
 */
export function installCommands(needs, folder = root) {
  if (missingPackages(needs, folder).length === 0) return [];
  const anew = ['ci', needs.dev ? '--include=dev' : '--omit=dev'];
  // Keeps what `npm start` has installed. Unlike `npm ci`, this does not fail if it departs from the lock.
  const added = ['install', '--no-save', '--include=dev'];
  return needs.dev && missingPackages({ dev: false }, folder).length === 0 ? [added, anew] : [anew];
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

/** @param {number} started @returns {string} */
export const secondsSince = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/**
 * Installs the locked packages unless installed; ends the process on failure.
 * @param {{ dev: boolean }} needs
 */
export async function ensureInstalled(needs) {
  const missing = missingPackages(needs).length;
  if (missing === 0) return trimExports(root);
  console.log(`Installing ${missing} packages (about a minute if npm has to download them) …`);
  const started = Date.now();
  for (const command of installCommands(needs)) {
    // Errors only: under Node 20 npm warns about engines, but the packages run on 24.
    const code = await run('npm', [...command, '--no-audit', '--no-fund', '--loglevel=error'], {
      quiet: true,
    });
    if (code === 0 && missingPackages(needs).length === 0) {
      trimExports(root);
      console.log(`Installed in ${secondsSince(started)}.`);
      return;
    }
  }
  console.error('npm ci failed: see the lines above, then start again.');
  process.exit(1);
}

/**
 * Subpaths of drizzle-orm that may be imported; after adding one, delete node_modules/drizzle-orm. Node 24 parses all
 * `exports` of a package per import: 447 subpaths were half of the server's start.
 */
export const kept = [
  '.',
  './logger',
  './migrator',
  './node-postgres',
  './node-postgres/migrator',
  './pg-core',
  './pg-proxy',
  './pglite',
  './pglite/migrator',
];

/**
 * Removes the exports of drizzle-orm that nothing imports.
 * @param {string} root with node_modules
 */
export function trimExports(root) {
  const file = join(root, 'node_modules/drizzle-orm/package.json');
  const entry = JSON.parse(readFileSync(file, 'utf8'));
  if (Object.keys(entry.exports).length <= kept.length) return;
  entry.exports = Object.fromEntries(kept.map((path) => [path, entry.exports[path]]));
  // Another process may read it, or trim it, too.
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(entry));
  renameSync(fresh, file);
}
