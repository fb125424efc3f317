import sharp from 'sharp';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { pathOf } from '#contract/endpoint.ts';
import { sendPrivateMessage } from '#contract/messaging/conversation-calls.ts';
import { NEW_CONVERSATION, type PrivateMessage } from '#contract/messaging/messages.ts';
import { type UploadedPhoto, uploadedPhotoSchema, uploadPhoto } from '#contract/messaging/photo-calls.ts';
import {
  readStudioConversation,
  sendStudioMessage,
  uploadStudioPhoto,
} from '#contract/studio/inbox-calls.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, type TestApp } from '#server/testing/test-app.ts';

let made = 0;

/** A JPEG unlike any made before. */
export function aJpeg(size: { width?: number; height?: number } = {}): Promise<Buffer> {
  made += 1;
  const { width = 64, height = 48 } = size;
  const background = { r: made % 256, g: (made * 7) % 256, b: 120 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

type Who = Pick<TestMember | TestPerformer, 'token' | 'caller'>;

interface Upload {
  type?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

export const askUpload = ({ app, deps }: Pick<TestApp, 'app' | 'deps'>, who: Who | null, upload: Upload) =>
  app.request(pathOf(who?.caller.kind === 'performer' ? uploadStudioPhoto : uploadPhoto), {
    method: 'POST',
    headers: {
      'api-key': deps.config.apiKey,
      'content-type': upload.type ?? 'image/jpeg',
      origin: deps.config.publicUrl,
      ...(who && bearer(who.token)),
      ...upload.headers,
    },
    ...(upload.body !== undefined && { body: upload.body }),
    ...(upload.body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);

export const bodyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Uploads a photo. Throws with the response if it is refused. */
export async function upload(
  server: Pick<TestApp, 'app' | 'deps'>,
  who: Who,
  jpeg?: Buffer,
): Promise<UploadedPhoto> {
  const answer = await askUpload(server, who, { body: bodyOf(jpeg ?? (await aJpeg())) });
  const body: unknown = await answer.json();
  if (answer.status !== 200) throw new Error(JSON.stringify(body));
  return uploadedPhotoSchema.parse(body);
}

type Sent = OutputOf<typeof sendPrivateMessage>;

export const sendPhoto = (
  server: TestApp,
  { from, to }: { from: TestMember; to: TestPerformer },
  input: Partial<InputOf<typeof sendPrivateMessage>>,
): Promise<Sent> =>
  callApp(
    server,
    sendPrivateMessage,
    { conversationId: NEW_CONVERSATION, performerId: to.id, clientId: server.deps.newId(), ...input },
    bearer(from.token),
  );

export const answerWithPhoto = (
  server: TestApp,
  from: TestPerformer,
  input: Omit<InputOf<typeof sendStudioMessage>, 'clientId'>,
): Promise<OutputOf<typeof sendStudioMessage>> =>
  callApp(server, sendStudioMessage, { clientId: server.deps.newId(), ...input }, bearer(from.token));

/** Requests a photo like an `<img>` of this person does. */
export const open = ({ app }: Pick<TestApp, 'app'>, who: Who | null, url: string) =>
  app.request(url, { headers: who ? bearer(who.token) : {} });

export const urlOf = ({ attachment }: PrivateMessage): string => attachment?.url ?? '';

/** A photo that Anna sent and Vera has seen. */
export async function aSentPhoto(server: TestApp) {
  const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
  const { photo } = await upload(server, anna);
  const { message } = await sendPhoto(server, { from: anna, to: vera }, { attachment: photo });
  const seen = await callApp(
    server,
    readStudioConversation,
    { conversationId: message.conversation },
    bearer(vera.token),
  );
  return { anna, vera, photo, message, hers: seen.messages[0] as PrivateMessage };
}
