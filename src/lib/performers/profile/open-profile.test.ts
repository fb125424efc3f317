import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { overHttp } from '../../testing/transport.ts';
import { findProfile } from './open-profile.ts';

const answering = (status: number, body: unknown) => ({
  transport: overHttp(() => Response.json(body, { status })),
});

test('P8.17 returns null for an unknown performer', async () => {
  const gone = answering(404, { label: 'badRequest.performer.notExists' });
  expect(await findProfile('Nobody', gone)).toBeNull();
});

test.each([undefined, '', 'undefined', ':model'])(
  'P2.21 P5.34 does not request the placeholder %j',
  async (username) => {
    const transport = overHttp(() => {
      throw new Error('asked');
    });
    expect(await findProfile(username, { transport })).toBeNull();
  },
);

test('does not report a performer as unknown while the API is unreachable', async () => {
  const away = answering(503, { label: 'UNAVAILABLE' });
  await expect(findProfile('Noor', away)).rejects.toEqual(new AppError('UNAVAILABLE'));
});
