import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isInstalled } from './toolchain.mjs';

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

describe('isInstalled', () => {
  it('accepts the locked packages without those for other platforms', () => {
    expect(isInstalled({ dev: true }, project(here))).toBe(true);
  });

  it('requires development packages only on request', () => {
    expect(isInstalled({ dev: true }, project(without('node_modules/tool')))).toBe(false);
    expect(isInstalled({ dev: false }, project(without('node_modules/tool')))).toBe(true);
  });

  it('rejects another version', () => {
    const record = { ...here, 'node_modules/tool': { version: '0.9.0', dev: true } };
    expect(isInstalled({ dev: true }, project(record))).toBe(false);
  });

  it('rejects an install from before a package of packages/ was added', () => {
    expect(isInstalled({ dev: true }, project(without('node_modules/own')))).toBe(false);
    expect(isInstalled({ dev: true }, project(without('packages/own')))).toBe(false);
  });

  it('rejects a missing link to a package of packages/', () => {
    const folder = project(here);
    rmSync(join(folder, 'node_modules/own'));
    expect(isInstalled({ dev: true }, folder)).toBe(false);
  });
});
