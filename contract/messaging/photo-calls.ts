import * as z from 'zod/mini';
import { endpoint, type FileBody } from '../endpoint.ts';
import type { ErrorLabel } from '../errors.ts';
import { MAX_IMAGE_BYTES } from '../image.ts';

/** Bytes: a photo has to be under 5,242,880 (platform spec 5). */
export const PHOTO_MAX_BYTES = MAX_IMAGE_BYTES - 1;

/** Compared in lower case. Browsers send the first; some cameras and uploaders the second. */
export const photoTypes = ['image/jpeg', 'image/jpg'] as const;

/** px of the longest edge, stored and shown. */
export const PHOTO_EDGE = 1600;

export const isPhotoType = (type: string): boolean =>
  photoTypes.some((allowed) => allowed === type.toLowerCase());

export type PhotoRefusal = Extract<
  ErrorLabel,
  'badRequest.image.notAllowed' | 'badRequest.image.damaged' | 'badRequest.image.tooBig'
>;

/** JPEG: a start-of-image marker followed by another marker (ITU T.81, B.1.1.3). */
const beginsAsJpeg = ([first, second, third, marker = 0]: Uint8Array): boolean =>
  first === 0xff && second === 0xd8 && third === 0xff && marker >= 0xc0;

/** Why a file that can't be decoded is refused: a damaged JPEG, or not a photo. */
export const refuseUndecoded = (file: Uint8Array): PhotoRefusal =>
  beginsAsJpeg(file) ? 'badRequest.image.damaged' : 'badRequest.image.notAllowed';

/** Why a chosen file can't be sent, or null; checked before decoding. */
export function refusePhoto({
  type,
  size,
}: {
  readonly type: string;
  readonly size: number;
}): PhotoRefusal | null {
  if (!isPhotoType(type)) return 'badRequest.image.notAllowed';
  return size > PHOTO_MAX_BYTES ? 'badRequest.image.tooBig' : null;
}

/** Id of an uploaded photo; usable by its uploader only. */
export const photoIdSchema = z.uuid();

export const uploadedPhotoSchema = z.object({
  /** Send it as `attachment` of one message, within a day. */
  photo: photoIdSchema,
  /** px */
  width: z.int(),
  height: z.int(),
});
export type UploadedPhoto = z.infer<typeof uploadedPhotoSchema>;

export const attachmentSchema = z.object({
  /**
   * Path on the API’s host, for an `<img>` of the reader; valid for at least an hour, after which the message is read
   * again.
   */
  url: z.string(),
  /** A tiny blurred version, as a `data:` URL. */
  preview: z.string(),
  /** px */
  width: z.int(),
  height: z.int(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

export const photoBody = {
  types: photoTypes,
  maxBytes: PHOTO_MAX_BYTES,
  wrongType: 'badRequest.image.notAllowed',
  tooLarge: 'badRequest.image.tooBig',
} as const satisfies FileBody;

export const photoInput = z.object({ file: z.instanceof(Uint8Array) });

export const uploadPhoto = endpoint({
  base: 'messaging',
  method: 'POST',
  path: '/inbox/photo',
  summary:
    'Stores the photo in the body for a private message; it is deleted if no message uses it within a day',
  access: 'member',
  body: photoBody,
  input: photoInput,
  output: uploadedPhotoSchema,
  errors: [
    'badRequest.notFound',
    'badRequest.file.refused',
    'badRequest.file.unscanned',
    'badRequest.image.notAllowed',
    'badRequest.image.damaged',
    'badRequest.image.tooBig',
  ],
});
