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
])("sends players and encoders of %s to the API's host", async (_, environment, path) => {
  media = createMedia(readConfig({ ...addresses, ...environment }));
  expect(await media.playTarget('lounge', 'anna')).toMatchObject({ url: `${addresses.API_URL}${path}` });
  // The HTTP server must accept sockets at the path players are sent to.
  expect(media.socketPath).toBe(environment === janus ? path : undefined);
  const { url } = await media.publishTarget('lounge', 'performer-1');
  expect(url).toBe(`${addresses.API_URL}/media/whip/lounge`);
});

it.each([
  ['the embedded media server', { MEDIA_PROCESS: 'off' }],
  ['Janus', janus],
])(
  'lets an encoder publish at %s with the key that the product keeps, and with no other',
  async (_, environment) => {
    const keys = {
      subjectOf: async (key: string, room: string) =>
        key === 'her-key' && room === 'performer-7' ? 'performer-7' : null,
      revokedAt: async () => null,
    };
    media = createMedia(readConfig({ ...addresses, ...environment }), { keys });
    const routes = media.routes();
    const publish = async (room: string, key: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' };
      return (await routes.request(`/whip/${room}`, { method: 'POST', headers, body: 'no offer' })).status;
    };
    // Accepted by its key, so the body is checked.
    expect(await publish('performer-7', 'her-key')).toBe(400);
    expect(await publish('performer-7', 'another')).toBe(401);
    expect(await publish('performer-8', 'her-key')).toBe(401);
  },
);
