import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../architecture/files.ts';
import { root } from '../lib/toolchain.mjs';
import { scopeOf, scopes } from '../testing/mutation/scopes.mjs';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

describe('the commands', () => {
  it('of package.json start files that exist', () => {
    const files = Object.values(scripts).flatMap((command) => /\bnode (\S+)/.exec(command)?.[1] ?? []);
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it.each(['README.md', 'CONTRIBUTING.md', 'docs/how/testing.md'])(
    'that %s names are in package.json',
    (page) => {
      const names = [...read(page).matchAll(/`npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name);
      expect(names.filter((name) => !['install', 'ci', ...Object.keys(scripts)].includes(name))).toEqual([]);
    },
  );

  it('of .ci/run require every service and run all suites', () => {
    accessSync(join(root, '.ci/run'), constants.X_OK);
    expect(spawnSync('bash', ['-n', join(root, '.ci/run')]).status).toBe(0);
    expect(read('.ci/run')).toMatch(/^cd .* && REQUIRE_SERVICES=1 exec node scripts\/test\.mjs ci$/m);
  });

  it('of the test refuse a suite, a step or an option that does not exist', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(root, 'scripts/test/main.ts'), ...args], { encoding: 'utf8' });
    expect(run('everything')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Unknown suite everything'),
    });
    expect(run('check', '--only=tipes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Unknown step tipes'),
    });
    expect(run('--help')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Unknown option --help'),
    });
  });
});

it('keeps the journeys of npm test to twelve', () => {
  const journeys = projectFiles(/^e2e\/.*\.spec\.ts$/).flatMap(
    ({ text }) => text.match(/tag: '@main'/g) ?? [],
  );
  expect(journeys.length).toBeGreaterThan(8);
  expect(journeys.length).toBeLessThanOrEqual(12);
});

it.each(Object.entries(scopes))('the mutation scope %s names existing files', (_, { mutate, tests }) => {
  for (const pattern of [...mutate, ...tests])
    expect(globSync(pattern.replace(/^!/, '')), pattern).not.toEqual([]);
});

it('returns an existing mutation scope, contract by default', () => {
  expect(scopeOf()).toBe(scopes['contract']);
  expect(() => scopeOf('wallets')).toThrow('Unknown scope wallets. Scopes: contract, ledger');
});
