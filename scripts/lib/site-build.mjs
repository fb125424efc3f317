// @ts-check
// Builds the site only if its sources have changed. Runs on plain Node 20.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { precompress } from './precompress.mjs';
import { node24, root, run, secondsSince } from './toolchain.mjs';

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
 * @param {{ force?: boolean, beside?: () => Promise<unknown> }} [options] `beside` runs during a build, which leaves
 *   a core idle
 * @returns {Promise<number>} exit code; 0 also if the build is up to date
 */
export async function buildSite({ force = false, beside = async () => {} } = {}) {
  const hash = hashOfSources();
  if (!force && isFresh(hash)) return 0;
  console.log('Building the site …');
  const started = Date.now();
  // Checks editors' content first, to refuse mistakes with a readable sentence.
  const content = await run(node24, ['scripts/check-content.ts'], { env: process.env, quiet: true });
  if (content !== 0) return content;
  rmSync(stamp, { force: true });
  const building = run(node24, ['node_modules/astro/bin/astro.mjs', 'build'], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    quiet: true,
  });
  const [code] = await Promise.all([building, beside()]);
  if (code === 0) {
    await writeBill();
    await precompress(join(root, 'dist/client'));
    writeFileSync(stamp, hash);
    console.log(`Built in ${secondsSince(started)}.`);
  }
  return code;
}

/** The software bill of materials of the product (CycloneDX 1.5). */
const BILL = 'dist/bill-of-materials.cdx.json';

const command = [
  'sbom',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--package-lock-only',
  '--no-update-notifier',
  '--loglevel=error',
];

/** @typedef {{ 'bom-ref': string }} Component */
/** @typedef {{ ref: string, dependsOn?: string[] }} Dependency */

/**
 * Writes every package of production with version, licence and hash, as package-lock.json has them. Throws if npm
 * cannot.
 * @param {string} [file]
 */
export async function writeBill(file = join(root, BILL)) {
  const run = promisify(execFile);
  const { stdout } = await run('npm', command, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const bill = JSON.parse(stdout);
  const tools = toolsOnly();
  const isShipped = (/** @type {string} */ name) => !tools.has(name);
  bill.components = bill.components.filter((/** @type {Component} */ one) => isShipped(one['bom-ref']));
  bill.dependencies = bill.dependencies.flatMap((/** @type {Dependency} */ { ref, dependsOn = [] }) =>
    isShipped(ref) ? [{ ref, dependsOn: dependsOn.filter(isShipped) }] : [],
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}

/**
 * Packages that only development uses, as `name@version`. npm's own `--omit=dev` also leaves out those that production
 * and a tool share.
 */
function toolsOnly() {
  /** @type {{ packages: Record<string, { name?: string, version?: string, dev?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const named = Object.entries(packages).map(([path, { name, version, dev = false }]) => ({
    ref: `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
    dev,
  }));
  const shipped = new Set(named.filter(({ dev }) => !dev).map(({ ref }) => ref));
  return new Set(named.filter(({ dev, ref }) => dev && !shipped.has(ref)).map(({ ref }) => ref));
}
