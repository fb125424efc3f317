import { expect, test, vi } from 'vitest';
import { logLevels } from '#contract/configuration.ts';
import { log } from './log.ts';

const spoken = ['error', 'warn', 'info', 'debug', 'verbose'] as const;

/** What is said on a page of this level; all five are tried. */
function saidAt(level: string | undefined): string[] {
  const said: string[] = [];
  for (const method of ['error', 'warn', 'info', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(
      (text, detail) => void said.push(`${method} ${text} ${detail}`),
    );
  if (level !== undefined) vi.stubGlobal('document', { documentElement: { dataset: { logLevel: level } } });
  for (const name of spoken) log[name](name, 'label');
  return said;
}

const lines = [
  'error error label',
  'warn warn label',
  'info info label',
  'debug debug label',
  'debug verbose label',
];

test.each(logLevels.map((name, index) => ({ name, index })))(
  'a page of the level $name says what is at it and before it',
  ({ index }) => {
    expect(saidAt(String(index))).toEqual(lines.slice(0, index + 1));
  },
);

test('a page that carries no level says errors and warnings', () => {
  expect(saidAt(undefined)).toEqual(lines.slice(0, 2));
});
