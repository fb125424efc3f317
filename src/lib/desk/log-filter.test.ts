import { expect, it } from 'vitest';
import { logFilterOf } from './log-filter.ts';

it('reads the filter of the log, and leaves out what cannot be one', () => {
  expect(
    logFilterOf(
      new URLSearchParams('actor=%20anna&subject=performer:3&act=stream.cut&day=2026-11-27&before=12'),
    ),
  ).toEqual({
    actor: 'anna',
    subject: 'performer:3',
    act: 'stream.cut',
    day: '2026-11-27',
    before: 12,
  });
  expect(logFilterOf(new URLSearchParams(`actor=${'x'.repeat(99)}&day=2026-13-01&before=-1`))).toEqual({
    actor: '',
    subject: '',
    act: '',
    day: undefined,
    before: undefined,
  });
});
