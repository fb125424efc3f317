import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { PHOTO_MAX_BYTES, uploadedPhotoSchema, uploadPhoto } from '#contract/messaging/photo-calls.ts';
import { startS3 } from '#server/gateways/storage/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer } from '#server/testing/test-app.ts';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';
import { aJpeg, bodyOf, sendPhoto, upload, urlOf } from './testing.ts';

let dataDir: string;
let s3: Awaited<ReturnType<typeof startS3>>;
let server: TestRoot;
let anna: TestMember;
let vera: TestPerformer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vonk-photos-'));
  s3 = await startS3();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.storage;
  server = await startTestRoot({
    environment: {
      DATA_DIR: dataDir,
      STORAGE: 's3',
      S3_ENDPOINT: endpoint ?? '',
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_PATH_STYLE: 'true',
    },
  });
  [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
});
afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

const headersOf = () => ({
  'api-key': server.deps.config.apiKey,
  'content-type': 'image/jpeg',
  ...bearer(anna.token),
});

it('a photo of the maximum size goes over the network, into a bucket and back', async () => {
  const jpeg = await aJpeg({ width: 900, height: 600 });
  const body = Buffer.concat([jpeg, Buffer.alloc(PHOTO_MAX_BYTES - jpeg.length)]);
  const taken = await fetch(server.url + pathOf(uploadPhoto), {
    method: 'POST',
    headers: headersOf(),
    body: bodyOf(body),
  });
  expect(taken.status).toBe(200);
  const { photo: attachment } = uploadedPhotoSchema.parse(await taken.json());
  const { message } = await sendPhoto(server, { from: anna, to: vera }, { attachment });
  const shown = await fetch(server.url + urlOf(message), { headers: bearer(anna.token) });
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  const picture = Buffer.from(await shown.arrayBuffer());
  expect(await sharp(picture).metadata()).toMatchObject({ width: 900, height: 600 });
});

it('an endless upload, or one with a length above the limit, is aborted', async () => {
  const clientRequest = request(server.url + pathOf(uploadPhoto), { method: 'POST', headers: headersOf() });
  clientRequest.on('error', () => {});
  let answer: IncomingMessage | undefined;
  const answered = once(clientRequest, 'response').then(([first]) => {
    answer = first as IncomingMessage;
  });
  let sent = 0;
  const part = Buffer.alloc(1 << 20, 0xff);
  while (!answer && sent < 120 * part.length) {
    sent += part.length;
    if (!clientRequest.write(part)) await Promise.race([once(clientRequest, 'drain'), answered]);
    await nextTurn();
  }
  await answered;
  clientRequest.destroy();
  expect(answer?.statusCode).toBe(413);
  expect(sent).toBeLessThan(60 * part.length);

  const response = await fetch(server.url + pathOf(uploadPhoto), {
    method: 'POST',
    headers: headersOf(),
    body: new Uint8Array(PHOTO_MAX_BYTES + 1),
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({ label: 'badRequest.image.tooBig' });
});

it('without its storage the rest of the product works', async () => {
  const { photo: attachment } = await upload(server, anna);
  const { message } = await sendPhoto(server, { from: anna, to: vera }, { attachment });
  await s3.close();
  const shown = await fetch(server.url + urlOf(message), { headers: bearer(anna.token) });
  expect(shown.status).toBe(503);
  expect(await shown.json()).toEqual({ label: 'UNAVAILABLE' });
  await expect(upload(server, anna)).rejects.toThrow('UNAVAILABLE');
  const textOnly = await sendPhoto(server, { from: anna, to: vera }, { message: 'Hoi' });
  expect(textOnly.message.type).toBe('text');
});
