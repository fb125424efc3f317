import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../lib/toolchain.mjs';
import { noResults, RESULTS_VARIABLE, readResults } from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string) => join(folder, name);
const fromRoot = (name: string) => relative(root, path(name));

/** Runs a test runner in a folder of its own, with our reporter. */
function run(command: string, args: string[], files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
  const results = path(`${command}.json`);
  spawnSync(process.execPath, [join(root, 'node_modules/.bin', command), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], [RESULTS_VARIABLE]: results },
  });
  return readResults(results);
}

describe('the results of a step', () => {
  it('of Vitest have counts, hooks and the first line of each failure', () => {
    const reporter = `--reporter=${join(root, 'scripts/test/vitest-results.ts')}`;
    const { files, hooks, errors, startSeconds } = run('vitest', ['run', '--root=.', reporter], {
      'vitest.config.mjs': 'export default {}',
      'sums.test.mjs': `import { beforeAll, expect, it } from 'vitest';
        beforeAll(() => {});
        it('adds', () => {});
        it('multiplies', () => expect(1).toBe(2));
        it.todo('divides');`,
      'broken.test.mjs': "import './missing.mjs';",
      'late.test.mjs': `import { it } from 'vitest';
        it('ends early', () => { setTimeout(() => { throw new Error('too late'); }); return new Promise((end) => setTimeout(end, 100)); });`,
    });
    const of = (name: string) => files.find(({ file }) => file === fromRoot(name));
    expect(of('sums.test.mjs')).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: [`${fromRoot('sums.test.mjs')} > multiplies: expected 1 to be 2 // Object.is equality`],
    });
    expect(of('broken.test.mjs')).toMatchObject({ passed: 0, failed: 1 });
    expect(of('late.test.mjs')).toMatchObject({
      failed: 1,
      failures: [`${fromRoot('late.test.mjs')}: unhandled: too late`],
    });
    expect(errors).toEqual([]);
    expect(hooks).toMatchObject([{ file: fromRoot('sums.test.mjs'), name: 'beforeAll', times: 1 }]);
    expect(startSeconds).toBeGreaterThan(0);
  });

  it('of Playwright add up the tests of a file, with its fixtures', () => {
    const reporter = `--reporter=${join(root, 'scripts/test/journey-results.ts')}`;
    const { files, hooks } = run('playwright', ['test', reporter], {
      'playwright.config.mjs': "export default { testMatch: '*.spec.mjs', outputDir: 'out', retries: 1 }",
      'login.spec.mjs': `import { test as base, expect } from '@playwright/test';
        const test = base.extend({ product: async ({}, use) => { await use(1); } });
        test('logs in', ({ product }) => {});
        test('logs out', ({ product }, { retry }) => { expect(retry, 'was repeated').toBe(1); });
        test.skip('is remembered', () => {});`,
    });
    expect(files).toMatchObject([
      {
        file: fromRoot('login.spec.mjs'),
        passed: 1,
        failed: 1,
        skipped: 1,
        failures: [expect.stringMatching(/login\.spec\.mjs > logs out: Error: was repeated$/)],
      },
    ]);
    expect(hooks).toContainEqual(expect.objectContaining({ name: expect.stringContaining('product') }));
  });

  it('are empty for one that broke before it wrote them', () => {
    expect(readResults('/nowhere/results.json')).toEqual(noResults);
  });
});
