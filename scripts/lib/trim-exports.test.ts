import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kept, trimExports } from './trim-exports.mjs';

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
