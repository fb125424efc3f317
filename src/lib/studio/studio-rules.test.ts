import { expect, test } from 'vitest';
import { studioLoginRules } from './studio-rules.ts';

test.each([
  [
    '',
    '',
    { username: 'studio.login.nameRequired', password: 'member.registration.error.password_required' },
  ],
  ['  ', 'x', { username: 'studio.login.nameRequired' }],
  ['Vera', ' ', { password: 'member.registration.error.password_required' }],
  ['Vera', 'x', {}],
])('name %j and password %j give the errors %j', (username, password, errors) => {
  expect(studioLoginRules.check({ username, password })).toEqual(errors);
});
