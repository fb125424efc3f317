import { expect, test, vi } from 'vitest';
import { studioCookies } from '#contract/cookies.ts';
import { overHttp } from '../testing/transport.ts';
import { readPerformer } from './read-performer.ts';

const vera = { username: 'Vera', onlineStatus: 0, unread: 2 };
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
