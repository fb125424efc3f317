import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PHOTO_MAX_BYTES } from '#contract/messaging/photo-calls.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { $modal, closeModal } from '../../shell/start/dialogs.ts';
import { $session } from '../../shell/start/session.ts';
import { openPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { type TestUpload, testUploads } from '../../testing/uploads.ts';
import { logInAnna } from '../../testing/visitor.ts';
import { $wallet } from '../../wallet/store.ts';
import { openConversation } from '../conversation/conversation.ts';
import type { OpenConversation } from '../opened/open-conversations.ts';
import { sendAgain, withdraw } from '../sending/send.ts';
import { $unsent, ownPhoto, restoreUnsent } from '../sending/unsent.ts';
import { createPhotoSending, type PhotoSending } from './send-photo.ts';

const PHOTO = '6f1c1f0e-3f3b-4d7a-9f53-0d8d7f3f1c11';
const other = { id: 'performer:2', userid: 2, username: 'Vera', avatar: null, onlineStatus: null };
const jpeg = (size = 10, type = 'image/jpeg') => new Blob([new Uint8Array(size)], { type });

const server = serveTestApp();
let uploads: TestUpload[];
let conversation: OpenConversation;
let photos: PhotoSending;
/** Bodies of the sent messages, and their responses. */
let sent: Record<string, unknown>[];
let answer: () => Response;

beforeEach(() => {
  openPage(server);
  openStorage();
  closeModal();
  const test = testUploads();
  uploads = test.uploads;
  sent = [];
  answer = () => Response.json({ label: 'badRequest.conversation.blocked' }, { status: 400 });
  vi.stubGlobal('XMLHttpRequest', test.Request);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    // The new conversation is also read.
    if (init.method !== 'POST') return Response.json({ label: 'badRequest.notFound' }, { status: 404 });
    expect(url).toBe('/api/messaging/inbox/new');
    sent.push(JSON.parse(String(init.body)));
    return answer();
  });
  logInAnna();
  $wallet.setKey('credits', 600);
  restoreUnsent();
  conversation = openConversation({ other, id: null });
  photos = createPhotoSending();
});
afterEach(() => {
  conversation.close();
  photos.close();
  $unsent.set([]);
  $session.set({ status: 'guest' });
});

const uploaded = async () => {
  const sending = photos.sendPhoto(conversation, jpeg());
  uploads.at(-1)?.answer(200, { photo: PHOTO, width: 800, height: 600 });
  return sending;
};
const response = () => ({
  message: {
    id: 1,
    conversation: 7,
    seq: 1,
    clientId: sent.at(-1)?.['clientId'],
    createdAt: '2026-11-26T12:00:00Z',
    content: '',
    type: 'media',
    attachment: {
      url: '/api/messaging/inbox/photo/1',
      preview: 'data:image/jpeg;base64,',
      width: 8,
      height: 6,
    },
    owner: 'self',
    receiver: 'performer:2',
    read: false,
    deliveryStatus: 'sent',
    mass: false,
  },
  credits: 540,
});

it('refuses a file that is no JPEG or too large before the upload', async () => {
  expect(await photos.sendPhoto(conversation, jpeg(10, 'image/png'))).toBe(false);
  expect(photos.$photoUpload.get()).toEqual({ status: 'failed', label: 'badRequest.image.notAllowed' });
  expect(await photos.sendPhoto(conversation, jpeg(PHOTO_MAX_BYTES + 1))).toBe(false);
  expect(photos.$photoUpload.get()).toEqual({ status: 'failed', label: 'badRequest.image.tooBig' });
  expect(uploads).toEqual([]);
});

it('P2.123 uploads the file unchanged, reports progress, and sends a message with it', async () => {
  answer = () => Response.json(response());
  const sending = photos.sendPhoto(conversation, jpeg(10, 'image/jpg'));
  const [upload] = uploads;
  expect(upload).toMatchObject({ method: 'POST', path: '/api/messaging/inbox/photo' });
  expect(upload?.headers).toMatchObject({ 'content-type': 'image/jpg', 'x-lang': 'nl' });
  expect(upload?.headers['api-key']).not.toBe('');
  upload?.progress(5, 10);
  expect(photos.$photoUpload.get()).toEqual({ status: 'uploading', part: 0.5 });
  upload?.answer(200, { photo: PHOTO, width: 800, height: 600 });
  expect(await sending).toBe(true);
  expect(photos.$photoUpload.get()).toEqual({ status: 'idle' });
  await expect.poll(() => $unsent.get()).toEqual([]);
  expect(sent[0]).toMatchObject({ message: '', attachment: PHOTO, performerId: 2 });
  expect(conversation.$state.get().thread.messages).toMatchObject([{ seq: 1, type: 'media' }]);
  expect($wallet.get().credits).toBe(540);
  expect(ownPhoto(PHOTO)).toBeNull();
});

it('shows why an upload failed, and sends nothing', async () => {
  for (const [end, label] of [
    [(upload?: TestUpload) => upload?.lose(), 'UNAVAILABLE'],
    [
      (upload?: TestUpload) => upload?.answer(400, { label: 'badRequest.image.notAllowed' }),
      'badRequest.image.notAllowed',
    ],
    [(upload?: TestUpload) => upload?.answer(200, { photo: 'x' }), 'UNDEFINED_ERROR'],
  ] as const) {
    const sending = photos.sendPhoto(conversation, jpeg());
    end(uploads.at(-1));
    expect(await sending).toBe(false);
    expect(photos.$photoUpload.get()).toEqual({ status: 'failed', label });
  }
  expect(sent).toEqual([]);
  expect($unsent.get()).toEqual([]);
});

it('can be cancelled: the upload stops, and is not sent even if it completes', async () => {
  const sending = photos.sendPhoto(conversation, jpeg());
  photos.close();
  expect(uploads[0]?.isAborted).toBe(true);
  uploads[0]?.answer(200, { photo: PHOTO, width: 800, height: 600 });
  expect(await sending).toBe(false);
  expect(photos.$photoUpload.get()).toEqual({ status: 'idle' });
  expect($unsent.get()).toEqual([]);
});

it('is retried without a second upload, under the same client id', async () => {
  answer = () => {
    throw new TypeError('offline');
  };
  expect(await uploaded()).toBe(true);
  await expect.poll(() => $unsent.get()).toMatchObject([{ attachment: PHOTO, text: '', state: 'waiting' }]);
  expect(ownPhoto(PHOTO)).toMatch(/^blob:/);
  // The browser keeps only the id: the picture is on the server.
  restoreUnsent();
  answer = () => Response.json(response());
  await sendAgain($unsent.get()[0]?.clientId ?? '');
  expect(uploads.length).toBe(1);
  expect(sent.length).toBe(2);
  expect($unsent.get()).toEqual([]);
  expect(sent[1]).toEqual(sent[0]);
});

it('is kept after a refusal, with the dialog that helps, until it is withdrawn', async () => {
  answer = () => Response.json({ label: 'badRequest.deduct.credits.amount' }, { status: 400 });
  await uploaded();
  await expect
    .poll(() => $unsent.get())
    .toMatchObject([{ state: 'stopped', label: 'badRequest.deduct.credits.amount' }]);
  await expect.poll(() => $modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
  const [one] = $unsent.get();
  if (one) withdraw(one);
  expect($unsent.get()).toEqual([]);
  expect(ownPhoto(PHOTO)).toBeNull();
});
