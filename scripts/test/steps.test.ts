import { expect, it } from 'vitest';
import { suites } from './steps.mjs';

it('has a name for each step that no other step of the suite has', () => {
  for (const { steps } of Object.values(suites)) {
    const names = steps.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});
