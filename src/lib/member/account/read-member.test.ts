import { expect, test, vi } from 'vitest';
import { sessionCookies } from '#contract/cookies.ts';
import { overHttp } from '../../testing/transport.ts';
import { readMember } from './read-member.ts';

const member = {
  username: 'demo',
  capName: 'Demo',
  email: 'demo@example.com',
  credits: 5000,
  lander: '',
  endUserText: '',
  verified: true,
  emailRefused: false,
};
const cookies = (...names: string[]) => ({ has: (name: string) => names.includes(name) });

test('makes no call for a visitor without a session', async () => {
  const answer = vi.fn();
  const transport = overHttp(answer);
  expect(await readMember(cookies('age'), { transport })).toBeNull();
  expect(answer).not.toHaveBeenCalled();
});

test.each(sessionCookies)('P4.4 reads a member for the cookie %s', async (name) => {
  const transport = overHttp(() => Response.json(member));
  expect(await readMember(cookies(name), { transport })).toEqual(member);
});

test('returns a guest for an ended session', async () => {
  const transport = overHttp(() => Response.json({ label: 'badRequest.unauthorized' }, { status: 401 }));
  expect(await readMember(cookies('vonk_session'), { transport })).toBeNull();
});
