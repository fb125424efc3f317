import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { archiveOf, locks, missingPlatforms, withoutIntegrity } from '../complete-lock.mjs';

interface Entry {
  version?: string;
  resolved?: string;
  deprecated?: string;
  hasInstallScript?: boolean;
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const packagesOf = (name: string): Record<string, Entry> => read(name).packages;
const packages = packagesOf('package-lock.json');
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

describe('package-lock.json', () => {
  it.each(locks)(
    '%s describes the optional packages of every platform, so that npm ci accepts it everywhere',
    (name) => {
      expect(Object.keys(missingPlatforms(packagesOf(name))), 'run: node scripts/complete-lock.mjs').toEqual(
        [],
      );
    },
  );

  it.each(locks)(
    '%s has the public URL of each archive, so that npm ci reads no list of versions',
    (name) => {
      const wrong = Object.entries(packagesOf(name)).filter(
        ([path, entry]) =>
          !entry.resolved?.startsWith('packages/') && entry.resolved !== archiveOf(path, entry),
      );
      expect(
        wrong.map(([path]) => path),
        'run: node scripts/complete-lock.mjs',
      ).toEqual([]);
    },
  );

  it.each(locks)('%s has the hash of each archive, so that npm refuses another one', (name) => {
    expect(
      withoutIntegrity(packagesOf(name)),
      'run: node scripts/complete-lock.mjs && npm install --package-lock-only && node scripts/complete-lock.mjs',
    ).toEqual([]);
  });

  it('contains no deprecated package', () => {
    const deprecated = Object.entries(packages).filter(([, entry]) => entry.deprecated);
    expect(deprecated.map(([path, entry]) => `${path}: ${entry.deprecated}`)).toEqual([]);
  });

  it('runs install scripts only of packages in allowScripts', () => {
    const allowed = Object.keys(read('package.json').allowScripts);
    const running = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript);
    expect(running.map(([path]) => nameOf(path)).filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('keeps socket.io-parser at a version that limits what a packet may claim', () => {
    const [major = 0, minor = 0, patch = 0] = (packages['node_modules/socket.io-parser']?.version ?? '')
      .split('.')
      .map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(4_002_007);
  });
});

describe('archiveOf', () => {
  it('returns the URL by name and version, of an alias the one of its package', () => {
    const known = { version: '1.2.3', integrity: 'sha512-a' };
    const host = 'https://registry.npmjs.org';
    expect(archiveOf('node_modules/a/node_modules/tool', known)).toBe(`${host}/tool/-/tool-1.2.3.tgz`);
    expect(archiveOf('node_modules/@own/tool', known)).toBe(`${host}/@own/tool/-/tool-1.2.3.tgz`);
    expect(archiveOf('node_modules/alias', { ...known, name: 'tool' })).toBe(`${host}/tool/-/tool-1.2.3.tgz`);
  });

  it('returns none for what the registry did not have', () => {
    expect(archiveOf('node_modules/tool-darwin-arm64', { version: '1.2.3' })).toBeUndefined();
  });
});

describe('withoutIntegrity', () => {
  it('names a package whose archive has no hash of its own or of its parent', () => {
    const packages = {
      '': { version: '1.0.0' },
      'packages/own': { version: '1.0.0' },
      'node_modules/own': { link: true },
      'node_modules/tool': { version: '1.2.3', integrity: 'sha512-a' },
      'node_modules/tool/node_modules/bundled': { version: '1.0.0', inBundle: true },
      'node_modules/tool-darwin-arm64': { version: '1.2.3', optional: true },
    };
    expect(withoutIntegrity(packages)).toEqual(['node_modules/tool-darwin-arm64']);
  });
});

describe('missingPlatforms', () => {
  it('adds missing optional dependencies, bound to their platform', () => {
    const missing = missingPlatforms({
      'node_modules/tool': {
        dev: true,
        optionalDependencies: {
          'tool-linux-x64-musl': '1.2.3',
          'tool-darwin-arm64': '1.2.3',
          fsevents: '^2.0.0',
        },
      },
      'node_modules/tool-darwin-arm64': { version: '1.2.3' },
    });
    expect(missing).toEqual({
      'node_modules/tool-linux-x64-musl': {
        version: '1.2.3',
        cpu: ['x64'],
        os: ['linux'],
        libc: ['musl'],
        dev: true,
        optional: true,
      },
    });
  });
});
