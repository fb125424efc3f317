import { expect, test } from 'vitest';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { readStudioLink } from './read-studio-link.ts';

test('names the performer of a link that can be used', async () => {
  expect(await readStudioLink(async () => ({ username: 'Vera' }))).toEqual({
    state: 'ask',
    username: 'Vera',
  });
});

test.each<[ErrorLabel, string]>([
  ['badRequest.link.used', 'used'],
  ['badRequest.link.expired', 'expired'],
  ['badRequest.invalid.input', 'expired'],
  ['UNAVAILABLE', 'failed'],
])('%s is a link that is %s', async (label, state) => {
  const check = () => Promise.reject(new AppError(label));
  expect(await readStudioLink(check)).toEqual({ state, username: '' });
});
