import { z } from 'zod';
import type { ErrorLabel } from '../errors.ts';
import { MAX_IMAGE_BYTES } from '../media/image.ts';

/** Bytes: a photo has to be under 5,242,880 (platform spec 5). */
export const PHOTO_MAX_BYTES = MAX_IMAGE_BYTES - 1;

/** In whatever capitals. Browsers say the first; some cameras and uploaders the second. */
export const photoTypes = ['image/jpeg', 'image/jpg'] as const;

/** px of the longest edge, as it is stored and shown. */
export const PHOTO_EDGE = 1600;

export const isPhotoType = (type: string): boolean =>
  photoTypes.some((allowed) => allowed === type.toLowerCase());

export type PhotoRefusal = Extract<
  ErrorLabel,
  'badRequest.image.notAllowed' | 'badRequest.image.damaged' | 'badRequest.image.tooBig'
>;

/** A start of image and the marker after it (ITU T.81, B.1.1.3). */
const beginsAsJpeg = ([first, second, third, marker = 0]: Uint8Array): boolean =>
  first === 0xff && second === 0xd8 && third === 0xff && marker >= 0xc0;

/** Why a file that can't be decoded is refused: a JPEG is damaged, anything else is no photo. */
export const refuseUndecoded = (file: Uint8Array): PhotoRefusal =>
  beginsAsJpeg(file) ? 'badRequest.image.damaged' : 'badRequest.image.notAllowed';

/** Why a chosen file can't be sent, or null, before anything is decoded. */
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

/** Of a photo that was uploaded; it means something to who uploaded it alone. */
export const photoIdSchema = z.uuid();

export const uploadedPhotoSchema = z.object({
  /** Sent as `attachment` of one message, within a day. */
  photo: photoIdSchema,
  /** px */
  width: z.number().int(),
  height: z.number().int(),
});
export type UploadedPhoto = z.infer<typeof uploadedPhotoSchema>;

export const attachmentSchema = z.object({
  /** Path on the API’s host, for an `<img>` of who reads it; holds for an hour or more, then the message is asked for again. */
  url: z.string(),
  /** A tiny blurred version, as a `data:` URL. */
  preview: z.string(),
  /** px */
  width: z.number().int(),
  height: z.number().int(),
});
export type Attachment = z.infer<typeof attachmentSchema>;
