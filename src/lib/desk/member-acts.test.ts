import { expect, it } from 'vitest';
import { centsOf } from '#contract/desk/described/described-fields.ts';
import { goodwillOf } from './member-acts.ts';

it.each([
  ['12,50', 1250],
  ['12.5', 1250],
  [' 9 ', 900],
  ['0,05', 5],
  ['12,505', null],
  ['-1', null],
  ['1.000,00', null],
  ['', null],
])('reads the amount %j as %s cents', (text, cents) => expect(centsOf(text)).toBe(cents));

it.each([
  ['1', 1],
  ['100000', 100_000],
  ['100001', null],
  ['0', null],
  ['1,5', null],
  ['', null],
])('reads %j as %s credits', (text, credits) => expect(goodwillOf(text)).toBe(credits));
