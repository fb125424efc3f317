import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Matches comments that name the library, but no imports of it. */
const blames = /(?:^|\s)(?:\/\/|\/?\*).*werift/m;

test('no file outside werift-fixes has a comment about a bug of werift', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(?:ts|tsx)$/.test(path) && !/node_modules|^werift-fixes/.test(path),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((path) => blames.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test('each fix names version, symptom and report to file, and has a test of the unfixed library', () => {
  const { version } = JSON.parse(
    readFileSync(resolve(root, '../../node_modules/werift/package.json'), 'utf8'),
  ) as { version: string };
  const here = import.meta.dirname;
  const fixes = readdirSync(here).flatMap((name) => {
    if (/\.test\.ts$|^testing\.ts$/.test(name)) return [];
    return name.endsWith('.ts')
      ? [{ code: join(here, name), proof: join(here, name.replace('.ts', '.test.ts')) }]
      : [{ code: join(here, name, 'index.ts'), proof: join(here, name, `${name}.test.ts`) }];
  });
  let count = 0;
  for (const { code, proof } of fixes) {
    const reports = readFileSync(code, 'utf8').split(/^\/\*\n \* werift /m);
    count += reports.length - 1;
    expect(reports.length, code).toBeGreaterThan(1);
    for (const report of reports.slice(1)) {
      const [head] = report.split(' */', 1);
      expect(head, code).toMatch(
        new RegExp(`^${version}\\n[^]*Symptom: [^]*Report to file upstream:\\n \\*   Title: `),
      );
    }
    const proofs = readFileSync(proof, 'utf8').split(`'werift ${version.split('.', 2).join('.')} still`);
    expect(proofs.length, proof).toBe(reports.length);
  }
  expect(count).toBeGreaterThan(10);
});
