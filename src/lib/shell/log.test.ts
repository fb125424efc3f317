import { expect, test, vi } from 'vitest';
import { logLevels } from '#contract/site/configuration.ts';
import { log } from './log.ts';

const spoken = ['error', 'warn', 'info', 'debug', 'verbose'] as const;

/** Returns what a page of this level logs when all five methods are called. */
function loggedAt(level: string | undefined): string[] {
  const logged: string[] = [];
  for (const method of ['error', 'warn', 'info', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(
      (text, detail) => void logged.push(`${method} ${text} ${detail}`),
    );
  if (level !== undefined) vi.stubGlobal('document', { documentElement: { dataset: { logLevel: level } } });
  for (const name of spoken) log[name](name, 'label');
  return logged;
}

const lines = [
  'error error label',
  'warn warn label',
  'info info label',
  'debug debug label',
  'debug verbose label',
];

test.each(logLevels.map((name, index) => ({ name, index })))(
  'P9.16 a page of the level $name logs that level and those before it',
  ({ index }) => {
    expect(loggedAt(String(index))).toEqual(lines.slice(0, index + 1));
  },
);

test('a page without a level logs errors and warnings', () => {
  expect(loggedAt(undefined)).toEqual(lines.slice(0, 2));
});
