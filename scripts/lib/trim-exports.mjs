// @ts-check
// Runs on plain Node 20.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
