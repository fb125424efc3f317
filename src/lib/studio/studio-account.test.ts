import { expect, test, vi } from 'vitest';
import { studioCookies } from '#contract/cookies.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { overHttp } from '../testing/transport.ts';
import { endedTexts, readPerformer, readStudioLink, studioLoginRules } from './studio-account.ts';

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

const vera = { username: 'Vera', onlineStatus: 0, unread: 2, statements: 0, lacksFactor: false };
const cookies = (...names: string[]) => ({ has: (name: string) => names.includes(name) });

test('makes no call without a session of the studio', async () => {
  const answer = vi.fn();
  expect(await readPerformer(cookies('vonk_session'), { transport: overHttp(answer) })).toBeNull();
  expect(answer).not.toHaveBeenCalled();
});

test.each(studioCookies)('reads a performer for the cookie %s', async (name) => {
  const transport = overHttp(() => Response.json(vera));
  expect(await readPerformer(cookies(name), { transport })).toEqual(vera);
});

test('returns null for an ended session', async () => {
  const transport = overHttp(() => Response.json({ label: 'badRequest.unauthorized' }, { status: 401 }));
  expect(await readPerformer(cookies('vonk_studio'), { transport })).toBeNull();
});

test('throws while the API is unreachable, so that no performer is sent to the login', async () => {
  const transport = overHttp(() => Response.json({ label: 'UNAVAILABLE' }, { status: 503 }));
  await expect(readPerformer(cookies('vonk_studio'), { transport })).rejects.toThrow('UNAVAILABLE');
});

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

const nowhere = { at: '2026-11-20T12:00:00.000Z', wasLive: false, isLive: false, receiving: false };

test.each([
  [{ ...nowhere, why: 'elsewhere' }, ['studio.ended.elsewhere']],
  [{ ...nowhere, why: 'password', wasLive: true }, ['studio.ended.password', 'studio.ended.stopped']],
  [{ ...nowhere, why: 'expired', isLive: true }, ['studio.ended.expired', 'studio.ended.silent']],
  [
    { ...nowhere, why: 'operator', wasLive: true, isLive: true, receiving: true },
    ['studio.ended.operator', 'studio.ended.sending'],
  ],
] as const)('says how %j ended', (ended, keys) => {
  expect(endedTexts(ended)).toEqual(keys);
});
