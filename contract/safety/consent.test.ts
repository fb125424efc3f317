import { expect, it } from 'vitest';
import { consentOf, needsConsent } from './consent.ts';

it.each([
  ['yes', 'yes'],
  ['no', 'no'],
  ['', null],
  ['1', null],
  [undefined, null],
])('reads the flag "%s" as %s', (value, expected) => {
  expect(consentOf(value)).toBe(expected);
});

it.each([
  [{ tagManagerId: null, fingerprint: false }, false],
  [{ tagManagerId: 'GTM-1', fingerprint: false }, true],
  [{ tagManagerId: null, fingerprint: true }, true],
])('with %j consent is needed: %s', (tracking, expected) => {
  expect(needsConsent(tracking)).toBe(expected);
});
