import { expect, it } from 'vitest';
import { profileOf } from './profile.ts';
import type { Results } from './results.ts';

const results: Results = {
  files: [
    { file: 'a.test.ts', passed: 3, failed: 0, skipped: 0, seconds: 2, importSeconds: 0.5, failures: [] },
    { file: 'b.test.ts', passed: 1, failed: 0, skipped: 0, seconds: 5, importSeconds: 1.25, failures: [] },
  ],
  hooks: [
    { file: 'b.test.ts', name: 'beforeAll', times: 1, seconds: 3 },
    { file: 'a.test.ts', name: 'beforeEach', times: 3, seconds: 0.25 },
  ],
  errors: [],
  startSeconds: 1.5,
};

it('shows waiting per step, and the slowest files and hooks first', () => {
  const step = { name: 'unit', title: 'Unit tests', seconds: 10, commands: [], inputs: [] };
  const lines = profileOf([{ step, state: 'ok', seconds: 10, cpu: 12, results }], {
    seconds: 90,
    processors: 2,
  });
  const values = lines.map((line) => line.trim().split(/\s+/));
  expect(values).toContainEqual(['10.0', '12.0', '4.0', '1.5', '1.8', '2', 'Unit', 'tests']);
  const files = values.filter((row) => row.at(-1)?.endsWith('.test.ts'));
  expect(files).toEqual([
    ['5.0', '1.3', '3.0', '1', 'b.test.ts'],
    ['2.0', '0.5', '0.3', '3', 'a.test.ts'],
    ['3.0', '1', 'beforeAll', '·', 'b.test.ts'],
    ['0.3', '3', 'beforeEach', '·', 'a.test.ts'],
  ]);
});

it('leaves out what could not be measured', () => {
  const step = { name: 'types', title: 'Types', seconds: 10, commands: [], inputs: [] };
  const empty: Results = { files: [], hooks: [], errors: [], startSeconds: 0 };
  const lines = profileOf([{ step, state: 'ok', seconds: 10, results: empty }], {
    seconds: 10,
    processors: 2,
  });
  expect(lines.at(-1)?.trim().split(/\s+/)).toEqual(['10.0', 'Types']);
});
