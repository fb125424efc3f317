import { expect, it } from 'vitest';
import { registrationOf } from './register.ts';

const values = { email: ' anna@example.com ', password: 'Plein-16', terms: true } as const;

it.each([
  [{}, { p: '61' }],
  [
    { p: '77', Click_id: 'a_b' },
    { p: '77', Click_id: 'a_b' },
  ],
])('P1.2 sends the affiliate that referred the visitor, or this brand: %o', (affiliate, meta) => {
  expect(registrationOf(values, { affiliate, from: '/music?p=77' })).toEqual({
    ...values,
    email: 'anna@example.com',
    meta,
    from: '/music?p=77',
  });
});
