// @ts-check
// Builds the site only if its sources have changed. Runs on plain Node 20.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { precompress } from './precompress.mjs';
import { node24, root, run } from './toolchain.mjs';

const sources = [
  'src',
  'contract',
  'public',
  'packages/media/port',
  'packages/media/player',
  // All of it: astro.config.mjs imports parts.
  'scripts/lib',
  'astro.config.mjs',
  'astro-i18next.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const entry = join(root, 'dist/server/entry.mjs');
const stamp = join(root, 'dist/.sources');
const isTest = /\.test\.tsx?$/;

/**
 * @param {string} path
 * @returns {string[]} files at or below it, sorted
 */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** @returns {string} one hash of everything the built site depends on */
function hashOfSources() {
  const hash = createHash('sha256').update(`${process.env.SITE_URL ?? ''}\0`);
  for (const file of sources.flatMap((source) => filesBelow(join(root, source)))) {
    if (isTest.test(file)) continue;
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

const isFresh = (/** @type {string} */ hash) =>
  existsSync(entry) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/**
 * @param {{ force?: boolean }} [options]
 * @returns {Promise<number>} exit code; 0 also if the build is up to date
 */
export async function buildSite({ force = false } = {}) {
  const hash = hashOfSources();
  if (!force && isFresh(hash)) return 0;
  // Checks editors' content first, to refuse mistakes with a readable sentence.
  const content = await run(node24, ['scripts/check-content.ts'], { env: process.env, quiet: true });
  if (content !== 0) return content;
  console.log('Building the site …');
  const started = Date.now();
  rmSync(stamp, { force: true });
  const code = await run(node24, ['node_modules/astro/bin/astro.mjs', 'build'], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    quiet: true,
  });
  if (code === 0) {
    precompress(join(root, 'dist/client'));
    writeFileSync(stamp, hash);
    console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  }
  return code;
}
