import { afterEach, beforeEach, expect, vi } from 'vitest';

const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;
const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      printed.push(`console.${method}: ${parts.map(String).join(' ')}`);
    });
  }
});

/** A test that expects output mocks the method: `vi.spyOn(console, 'warn').mockImplementation(…)`. */
afterEach(() => {
  expect(printed, 'unexpected console output').toEqual([]);
});
