import { expect, test } from 'vitest';
import { passwordPolicies, refusePassword } from './credentials.ts';
import { passwordChecks } from './password-checks.ts';

const samples = [
  '',
  'a',
  'abcdef',
  '123456',
  'abc123',
  'abc 123',
  'é12345',
  'a1'.repeat(20),
  'Gracht-17',
  'b1'.repeat(40),
];

test.each(passwordPolicies)('what is asked is all that the policy %s refuses a password for', (policy) => {
  for (const password of samples) {
    const isKept = passwordChecks(password, policy).every((one) => one.isKept);
    const refused = refusePassword(password, policy);
    expect(isKept, password).toBe(refused === null || refused === 'registration.error.password_common');
  }
});
