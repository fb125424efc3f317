import sharp from 'sharp';
import { fileFields, type Place } from '#contract/media/uploads.ts';
import { UPLOAD_PATH } from '#contract/studio/picture-calls.ts';
import { bearer, type TestApp } from '#server/testing/test-app.ts';

/** A JPEG of one colour. */
export const aPicture = (fill = '#336699', width = 800, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: fill } })
    .jpeg()
    .toBuffer();

export interface SentFile {
  readonly content: Uint8Array;
  readonly field?: (typeof fileFields)[keyof typeof fileFields];
  readonly name?: string;
}

export interface SentTo {
  readonly place: Place;
  readonly album?: number;
}

/** Sends a form with files, by default pictures, as a script does. */
export async function send(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  token: string,
  { place, album, ...files }: SentTo & { files: readonly SentFile[]; headers?: Record<string, string> },
): Promise<Response> {
  const form = new FormData();
  for (const { content, field = fileFields.picture, name = 'file' } of files.files)
    form.append(field, new Blob([new Uint8Array(content)]), name);
  const query = new URLSearchParams({ place, ...(album !== undefined && { album: String(album) }) });
  return app.request(`${UPLOAD_PATH}?${query}`, {
    method: 'POST',
    headers: { 'api-key': deps.config.apiKey, ...bearer(token), ...files.headers },
    body: form,
  });
}

/** The ids that were added, or the label of the refusal. */
export async function upload(...sent: Parameters<typeof send>): Promise<number[] | string> {
  const body = (await (await send(...sent)).json()) as { added?: number[]; label?: string };
  return body.added ?? body.label ?? '';
}
