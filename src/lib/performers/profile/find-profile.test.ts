import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { overHttp } from '../../testing/transport.ts';
import { findProfile } from './find-profile.ts';

const answering = (status: number, body: unknown) => ({
  transport: overHttp(() => Response.json(body, { status })),
});

test('an unknown performer has no profile', async () => {
  const gone = answering(404, { label: 'badRequest.performer.notExists' });
  expect(await findProfile('Nobody', gone)).toBeNull();
});

test.each([undefined, '', 'undefined', ':model'])('the placeholder %j is not asked for', async (username) => {
  const transport = overHttp(() => {
    throw new Error('asked');
  });
  expect(await findProfile(username, { transport })).toBeNull();
});

test('a performer is not called unknown while the API is away', async () => {
  const away = answering(503, { label: 'UNAVAILABLE' });
  await expect(findProfile('Noor', away)).rejects.toEqual(new AppError('UNAVAILABLE'));
});
