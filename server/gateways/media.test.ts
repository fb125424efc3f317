import { afterEach, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { createMedia } from './media.ts';

const addresses = { PUBLIC_URL: 'http://vonk.localhost:4321', API_URL: 'http://api.vonk.localhost:4321' };
const janus = {
  MEDIA: 'janus',
  JANUS_SECRET: 'the api secret of a test',
  JANUS_ADMIN_SECRET: 'the admin secret of a test',
  JANUS_ADMIN_KEY: 'the admin key of a test',
};

let media: ReturnType<typeof createMedia> | null = null;
afterEach(() => media?.close());

it.each([
  ['the embedded media server', { MEDIA_PROCESS: 'off' }, '/media/whep/lounge'],
  ['Janus', janus, '/media/janus'],
])('sends players and encoders of %s to the host of the API', async (_, environment, path) => {
  media = createMedia(readConfig({ ...addresses, ...environment }));
  expect(await media.playTarget('lounge', 'anna')).toMatchObject({ url: `${addresses.API_URL}${path}` });
  const { url } = await media.publishTarget('lounge', 'performer-1');
  expect(url).toBe(`${addresses.API_URL}/media/whip/lounge`);
});
