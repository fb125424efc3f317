import { expect, it } from 'vitest';
import { mayReload, RELOAD_GUARD_MS } from './chunk-failure.ts';

const NOW = 1_000_000;

it.each([
  ['nothing was loaded anew yet', null, true],
  ['it was a moment ago', String(NOW - 1), false],
  ['it was just inside the guard', String(NOW - RELOAD_GUARD_MS + 1), false],
  ['it was a minute ago', String(NOW - RELOAD_GUARD_MS), true],
  ['the clock was set back', String(NOW + 5000), true],
  ['what is stored is no time', 'yes', true],
])('when %s, loading anew is allowed: %s', (_, last, expected) => {
  expect(mayReload(NOW, last)).toBe(expected);
});
