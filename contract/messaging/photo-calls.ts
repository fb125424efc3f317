import * as z from 'zod/mini';
import { endpoint, type FileBody } from '../endpoint.ts';
import { PHOTO_MAX_BYTES, photoTypes, uploadedPhotoSchema } from './photos.ts';

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
