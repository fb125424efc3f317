import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { fileFields } from '#contract/media/uploads.ts';
import { addAlbum } from '#contract/studio/picture-calls.ts';
import { phoneFilm } from '#server/media/uploads/film/testing.ts';
import { aJpeg, askUpload, bodyOf } from '#server/messaging/photos/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { aPicture, send } from './pictures/testing.ts';

const server = startTestApp({ withFolder: true });
let vera: TestPerformer;
let anna: TestMember;
let album: number;
beforeAll(async () => {
  [vera, anna] = [await aPerformer(server, 3), await aMember(server)];
  ({ album } = await callApp(server, addAlbum, { title: { nl: 'Films' } }, bearer(vera.token)));
});

const anyPicture = () => aPicture(`#${randomBytes(3).toString('hex')}`, 1200, 600);

/** Each way for a file into the product. */
const doors: Record<string, (app: TestApp) => Promise<Response>> = {
  'a picture': async (app) =>
    send(app, vera.token, { place: 'cover', files: [{ content: await anyPicture() }] }),
  'a film': async (app) =>
    send(app, vera.token, {
      place: 'album',
      album,
      files: [{ content: Buffer.concat([await phoneFilm(), randomBytes(8)]), field: fileFields.film }],
    }),
  'a photo of a member': async (app) => askUpload(app, anna, { body: bodyOf(await aJpeg()) }),
  'a photo of a performer': async (app) => askUpload(app, vera, { body: bodyOf(await aJpeg()) }),
  'a snapshot': async ({ app, deps }) =>
    app.request('/api/studio/snapshot', {
      method: 'POST',
      body: bodyOf(await aJpeg({ width: 640, height: 480 })),
      headers: { 'api-key': deps.config.apiKey, ...bearer(vera.token) },
    }),
};

const stored = () => readdir(server.deps.config.dataDir, { recursive: true }).then((names) => names.sort());
const scanning = (label: ErrorLabel) =>
  variantOf(server, { scan: () => Promise.reject(new AppError(label)) });

describe.each(Object.entries(doors))('%s', (_, pass) => {
  it.each([
    ['badRequest.file.refused', 400],
    ['badRequest.file.unscanned', 503],
  ] as const)('is not stored after %s', async (label, status) => {
    const before = await stored();
    const response = await pass(scanning(label));
    expect(response.status).toEqual(status);
    expect(await response.json()).toEqual({ label });
    expect((await stored()).filter((name) => !before.includes(name) && name !== 'incoming')).toEqual([]);
    expect((await pass(server)).status).toBe(200);
  });
});

it('refuses a film with its poster', async () => {
  let files = 0;
  const app = variantOf(server, {
    scan: async () => {
      files += 1;
      if (files === 2) throw new AppError('badRequest.file.refused');
    },
  });
  const response = await send(app, vera.token, {
    place: 'album',
    album,
    files: [
      { content: await aPicture(), field: fileFields.poster },
      { content: await phoneFilm({ profile: 77 }), field: fileFields.film },
    ],
  });
  expect(await response.json()).toEqual({ label: 'badRequest.file.refused' });
});
