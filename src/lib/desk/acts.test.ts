import { expect, test } from 'vitest';
import { CONFIRM } from '#contract/desk/account/confirm-calls.ts';
import { AppError } from '#contract/errors.ts';
import { getT } from '../site/i18n.ts';
import { keptFormOf, performAct } from './acts.ts';

const formOf = (fields: Readonly<Record<string, string | Blob>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test('keeps every field, and shows those that were typed', () => {
  expect(keptFormOf(formOf({ act: 'credit', of: '7', credits: '25', reason: 'froze', note: '' }))).toEqual({
    fields: Object.entries({ act: 'credit', of: '7', credits: '25', reason: 'froze', note: '' }),
    typed: ['25', 'froze'],
  });
});

test.each(['password', 'newPassword', 'code', 'key'])('keeps no form with a field %s', (name) => {
  expect(keptFormOf(formOf({ email: 'a@example.com', [name]: 'x' }))).toBeNull();
});

test('keeps a form without the code that it was confirmed with', () => {
  expect(keptFormOf(formOf({ reason: 'froze', confirm: '123456' }))?.typed).toEqual(['froze']);
});

test('keeps a form whose field for a file is empty', () => {
  expect(keptFormOf(formOf({ name: 'art', file: new File([], '') }))?.fields).toEqual([['name', 'art']]);
});

test('keeps no form with a file, and no empty one', () => {
  expect(keptFormOf(formOf({ reason: 'x', file: new Blob(['x']) }))).toBeNull();
  expect(keptFormOf(new FormData())).toBeNull();
});

test('asks for a code in the form of an act that needs one', async () => {
  const send = () => Promise.reject(new AppError('badRequest.desk.confirm'));
  const result = await performAct({ reason: 'the picture froze', t: getT('en'), send });
  expect(result).toMatchObject({ sent: false, field: CONFIRM });
  expect(result.error).toBeTruthy();
});
