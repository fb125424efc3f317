import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createForm } from './submit.ts';

type Field = 'email' | 'password';
interface Values {
  email: string;
  password: string;
}

const filled: Values = { email: 'a@b.nl', password: 'Demo1234' };

const formWith = (send: (values: Values) => Promise<void>) =>
  createForm<Field, Values>({
    check: ({ email }) => (email ? {} : { email: 'ui.failed' }),
    send,
    labels: {
      'badRequest.email_exists': { field: 'email', message: 'ui.failed' },
      'badRequest.invalid.login': { message: 'ui.failed' },
    },
  });

describe('createForm', () => {
  test('sends the values and reports success', async () => {
    const send = vi.fn(async () => undefined);
    const form = formWith(send);
    expect(await form.submit(filled)).toBe(true);
    expect(send).toHaveBeenCalledWith(filled);
    expect(form.$state.get()).toEqual({ status: 'sent' });
  });

  test('ignores a second submit while the first is running', async () => {
    const answer = Promise.withResolvers<void>();
    const send = vi.fn(() => answer.promise);
    const form = formWith(send);
    const first = form.submit(filled);
    expect(await form.submit(filled)).toBe(false);
    answer.resolve();
    expect(await first).toBe(true);
    expect(send).toHaveBeenCalledOnce();
  });

  test('P5.16 shows a validation error at its field, and sends nothing', async () => {
    const send = vi.fn(async () => undefined);
    const form = formWith(send);
    expect(await form.submit({ ...filled, email: '' })).toBe(false);
    expect(send).not.toHaveBeenCalled();
    expect(form.$state.get()).toMatchObject({ status: 'failed', fields: { email: 'ui.failed' } });
  });

  test('P4.9 shows a label about a field there until the field is edited', async () => {
    const form = formWith(() => Promise.reject(new AppError('badRequest.email_exists')));
    await form.submit(filled);
    expect(form.$state.get()).toMatchObject({ fields: { email: 'ui.failed' }, message: null });
    form.touch('email');
    expect(form.$state.get()).toMatchObject({ status: 'failed', fields: {} });
  });

  test('shows a label about the whole form as the form’s message', async () => {
    const form = formWith(() => Promise.reject(new AppError('badRequest.invalid.login')));
    await form.submit(filled);
    expect(form.$state.get()).toMatchObject({ fields: {}, message: 'ui.failed' });
  });

  test('distinguishes a missing connection from an unknown failure', async () => {
    const away = formWith(() => Promise.reject(new AppError('UNAVAILABLE')));
    const broken = formWith(() => Promise.reject(new Error('?')));
    await Promise.all([away.submit(filled), broken.submit(filled)]);
    expect(away.$state.get()).toMatchObject({ message: 'ui.unavailable' });
    expect(broken.$state.get()).toMatchObject({ message: 'ui.failed' });
  });

  test('can be submitted again after a failure', async () => {
    const send = vi.fn().mockRejectedValueOnce(new AppError('UNAVAILABLE')).mockResolvedValueOnce(undefined);
    const form = formWith(send);
    expect(await form.submit(filled)).toBe(false);
    expect(await form.submit(filled)).toBe(true);
  });
});
