import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from './services.mjs';
import { installCommands, kept, missingPackages, trimExports } from './toolchain.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const packages = {
  '': { version: '0.1.0' },
  'node_modules/node': { version: '24.0.0' },
  'node_modules/tool': { version: '1.0.0', dev: true },
  'node_modules/tool-darwin': { version: '1.0.0', optional: true },
  'node_modules/own': { resolved: 'packages/own', link: true },
  'packages/own': { version: '0.1.0' },
};

type Packages = Record<string, object>;
const { 'node_modules/tool-darwin': _darwin, ...here } = packages;
const without = (path: keyof typeof here): Packages =>
  Object.fromEntries(Object.entries(here).filter(([name]) => name !== path));

/** Creates a project whose node_modules contains the packages of `record`. */
function project(record: Packages): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolchain-'));
  folders.push(folder);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package-lock.json', JSON.stringify({ packages }));
  write('node_modules/.package-lock.json', JSON.stringify({ packages: record }));
  write('node_modules/node/bin/node', '');
  write('packages/own/package.json', '{}');
  if (record['node_modules/tool']) write('node_modules/tool/package.json', '{}');
  if (record['node_modules/own']) symlinkSync('../packages/own', join(folder, 'node_modules/own'));
  return folder;
}

describe('missingPackages', () => {
  const all = { dev: true };
  const product = { dev: false };

  it('accepts the locked packages without those for other platforms', () => {
    expect(missingPackages(all, project(here))).toEqual([]);
  });

  it('requires development packages only on request', () => {
    expect(missingPackages(all, project(without('node_modules/tool')))).toEqual(['node_modules/tool']);
    expect(missingPackages(product, project(without('node_modules/tool')))).toEqual([]);
  });

  it('names all after an interrupted install, which leaves no record', () => {
    const folder = project(here);
    rmSync(join(folder, 'node_modules/.package-lock.json'));
    const required = ['node_modules/node', 'node_modules/own', 'packages/own'];
    expect(missingPackages(product, folder)).toEqual(required);
  });

  it('rejects another version', () => {
    const record = { ...here, 'node_modules/tool': { version: '0.9.0', dev: true } };
    expect(missingPackages(all, project(record))).toEqual(['node_modules/tool']);
  });

  it('rejects an install without the binary of Node, which a script downloads', () => {
    const folder = project(here);
    rmSync(join(folder, 'node_modules/node/bin/node'));
    expect(missingPackages(product, folder)).toEqual(['node_modules/node']);
  });

  it('rejects an install from before a package of packages/ was added', () => {
    expect(missingPackages(all, project(without('node_modules/own')))).toEqual(['node_modules/own']);
    expect(missingPackages(all, project(without('packages/own')))).toEqual(['packages/own']);
  });

  it('rejects a missing link to a package of packages/', () => {
    const folder = project(here);
    rmSync(join(folder, 'node_modules/own'));
    expect(missingPackages(all, folder)).toEqual(['node_modules/own']);
  });
});

describe('installCommands', () => {
  const anew = (needs: string) => ['ci', needs];

  it('installs nothing again, and removes no development package', () => {
    const folder = project(here);
    expect(installCommands({ dev: true }, folder)).toEqual([]);
    expect(installCommands({ dev: false }, folder)).toEqual([]);
  });

  it('installs no development package for the product', () => {
    expect(installCommands({ dev: false }, project({}))).toEqual([anew('--omit=dev')]);
    expect(installCommands({ dev: true }, project({}))).toEqual([anew('--include=dev')]);
  });

  it('adds development packages to those of the product, and installs all anew if that fails', () => {
    const folder = project(without('node_modules/tool'));
    const added = ['install', '--no-save', '--include=dev'];
    expect(installCommands({ dev: true }, folder)).toEqual([added, anew('--include=dev')]);
  });
});

it('removes the exports of drizzle-orm that nothing imports, once', () => {
  const root = mkdtempSync(join(tmpdir(), 'trim-'));
  const file = join(root, 'node_modules/drizzle-orm/package.json');
  const target = (path: string) => ({ types: `${path}.d.ts`, default: `${path}.js` });
  const all = [...kept, ...Array.from({ length: 400 }, (_, index) => `./other-${index}`)];
  const exported = Object.fromEntries(all.map((path) => [path, { import: target(path) }]));
  mkdirSync(join(root, 'node_modules/drizzle-orm'), { recursive: true });
  writeFileSync(file, JSON.stringify({ name: 'drizzle-orm', exports: exported }));
  trimExports(root);
  const trimmed = readFileSync(file, 'utf8');
  expect(JSON.parse(trimmed)).toEqual({
    name: 'drizzle-orm',
    exports: Object.fromEntries(kept.map((path) => [path, { import: target(path) }])),
  });
  trimExports(root);
  expect(readFileSync(file, 'utf8')).toBe(trimmed);
  rmSync(root, { recursive: true });
});

it('reports a browser whose variable names no program as missing', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(findBrowser()).toBeUndefined();
  expect(log.mock.calls).toEqual([['CHROMIUM_PATH: /nowhere/chromium cannot be run; correct or unset it.']]);
});
