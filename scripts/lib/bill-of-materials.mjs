// @ts-check
// Runs on plain Node 20.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './toolchain.mjs';

/** The software bill of materials of the product (CycloneDX 1.5). */
export const BILL = 'dist/bill-of-materials.cdx.json';

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
