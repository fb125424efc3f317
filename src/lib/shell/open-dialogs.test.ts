import { beforeEach, expect, it } from 'vitest';
import { helpWith } from './open-dialogs.ts';
import { $modal } from './start/dialogs.ts';
import { textFor } from './texts/refusal-texts.ts';

beforeEach(() => $modal.set(null));

it('opens the dialog that helps with a refused call', () => {
  expect(helpWith('badRequest.debt.open')).toBe(true);
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'debt' });
});

it('opens the caller’s own dialog, or none', () => {
  const own = {
    'badRequest.deduct.credits.amount': { type: 'NoCreditsForVip' },
    'badRequest.unauthorized': null,
  } as const;
  expect(helpWith('badRequest.unauthorized', own)).toBe(false);
  expect($modal.get()).toBeNull();
  expect(helpWith('badRequest.deduct.credits.amount', own)).toBe(true);
  expect($modal.get()).toEqual({ type: 'NoCreditsForVip' });
});

it('opens nothing for a refusal without a dialog', () => {
  expect(helpWith('badRequest.invalid.input')).toBe(false);
  expect($modal.get()).toBeNull();
});

it('returns the text of the caller, of the table, or the caller’s default', () => {
  const own = { 'badRequest.tooMany': 'photos.tooMany' } as const;
  expect(textFor('badRequest.tooMany', own)).toBe('photos.tooMany');
  expect(textFor('badRequest.tooMany')).toBe('member.tooMany');
  expect(textFor('badRequest.notFound', own, 'photos.failed')).toBe('photos.failed');
  expect(textFor('badRequest.notFound')).toBe('ui.failed');
});
