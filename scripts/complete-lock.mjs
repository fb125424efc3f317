// @ts-check
// Adds to package-lock.json what npm omits with a partial mirror: packages for other platforms and URLs.
// Run it after `npm install`; scripts/lib/lockfile.test.ts fails if it is needed.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {{ version?: string, name?: string, resolved?: string, integrity?: string, optional?: boolean, dev?: boolean,
 *   link?: boolean,
 *   inBundle?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages entries by their path below the project
 */

/** The project's lock and those of separate packages. */
export const locks = [
  'package-lock.json',
  'bench/peers/package-lock.json',
  'packages/media/testing/clients/ffmpeg/package-lock.json',
];

const cpus = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'];
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];

/**
 * @param {string} name of a platform package, like `@biomejs/cli-linux-arm64-musl`
 * @returns {Pick<Entry, 'os' | 'cpu' | 'libc'>}
 */
function platformOf(name) {
  const parts = name.split(/[-/]/);
  const cpu = cpus.find((one) => parts.includes(one));
  const os = systems.find((one) => parts.includes(one));
  const libc = name.endsWith('-musl') ? 'musl' : name.endsWith('-gnu') ? 'glibc' : undefined;
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os] }),
    ...(libc && os === 'linux' && { libc: [libc] }),
  };
}

/**
 * The optional dependencies that the lock names but does not describe.
 * @param {Packages} packages
 * @returns {Packages}
 */
export function missingPlatforms(packages) {
  /** @type {Packages} */
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const known = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => packages[place]);
      if (known || !/^\d/.test(version)) continue;
      const dev = entry.dev ? { dev: true } : {};
      missing[`node_modules/${name}`] = { version, ...platformOf(name), ...dev, optional: true };
    }
  }
  return missing;
}

/**
 * Entries whose archive could be replaced unnoticed. A link is part of the project, and a bundled package part of its
 * parent's archive.
 * @param {Packages} packages
 * @returns {string[]} their paths
 */
export function withoutIntegrity(packages) {
  return Object.entries(packages)
    .filter(
      ([path, { integrity, link, inBundle }]) =>
        /(^|\/)node_modules\//.test(path) && !(integrity || link || inBundle),
    )
    .map(([path]) => path);
}

/**
 * URL of a package's archive; without it npm downloads all versions' data, twice the bytes. A configured registry
 * replaces its host. Undefined for links and packages the registry lacks.
 * @param {string} path @param {Entry} entry
 */
export function archiveOf(path, { name = path.replace(/^.*node_modules\//, ''), version, integrity }) {
  if (!integrity) return undefined;
  return `https://registry.npmjs.org/${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`;
}

/** @param {string} path @param {Entry} entry @returns {Entry} the URL follows the version, as npm writes it */
function withArchive(path, entry) {
  const { name, version, resolved: _, ...rest } = entry;
  const resolved = archiveOf(path, entry);
  return resolved && version ? { ...(name && { name }), version, resolved, ...rest } : entry;
}

/** @param {URL} file */
function complete(file) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  for (const path of withoutIntegrity(lock.packages)) {
    delete lock.packages[path];
    console.log(`${path} has no hash: run npm install --package-lock-only, and this again.`);
  }
  const missing = missingPlatforms(lock.packages);
  const all = Object.entries({ ...lock.packages, ...missing }).map(
    ([path, entry]) => /** @type {const} */ ([path, withArchive(path, entry)]),
  );
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file.pathname}: ${Object.keys(missing).length} entries added.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of locks) complete(new URL(`../${name}`, import.meta.url));
}
