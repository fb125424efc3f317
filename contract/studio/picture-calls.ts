import * as z from 'zod/mini';
import { apiBases, endpoint } from '../endpoint.ts';
import { done, nonNude, rowId, textLang } from '../fields.ts';
import { albumItemSchema } from '../media/albums-calls.ts';
import { ALBUMS_MAX, captionSchema, ITEMS_MAX, reviewStates, titleSchema } from '../media/uploads.ts';
import { profileSchema } from '../performers/profile/profile-calls.ts';

/** Receives a multipart form: fields, then files. Not a call, because films are stored while they arrive. */
export const UPLOAD_PATH = `${apiBases.studio}/pictures`;

const textsSchema = z.record(z.string(), z.string());

export const ownPictureSchema = z.extend(z.omit(albumItemSchema, { caption: true }), {
  caption: textsSchema,
  nonude: z.boolean(),
  state: z.enum(reviewStates),
  /** Why the operator refused it. */
  reason: z.nullable(z.string()),
});
export type OwnPicture = z.infer<typeof ownPictureSchema>;

const ownAlbumSchema = z.object({
  id: z.int(),
  title: textsSchema,
  items: z.array(ownPictureSchema),
});
export type OwnAlbum = z.infer<typeof ownAlbumSchema>;

export const readPictures = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/pictures',
  summary: 'Returns the performer’s own pictures, albums and films, with what waits for review',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** Whether the operator reviews what she adds. */
    review: z.boolean(),
    /** What visitors see now as her portrait; null for none. */
    portrait: profileSchema.shape.cover,
    /** Newest first: what is shown, and what waits or was refused. */
    places: z.object({
      portrait: z.array(ownPictureSchema),
      cover: z.array(ownPictureSchema),
      film: z.array(ownPictureSchema),
    }),
    albums: z.array(ownAlbumSchema),
  }),
  errors: ['badRequest.notFound'],
});
export type OwnPictures = z.infer<typeof readPictures.output>;

export const addAlbum = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/albums',
  summary: 'Adds an album; returns the existing one if it has the same title',
  access: 'performer',
  input: z.object({ title: titleSchema }),
  output: z.object({ album: z.int() }),
  errors: ['badRequest.notFound', 'badRequest.album.full', 'badRequest.profile.words'],
});

export const saveAlbum = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/albums/{album}',
  summary: 'Changes the title of one of the performer’s albums',
  access: 'performer',
  input: z.object({ album: rowId, title: titleSchema }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.profile.words'],
});

export const removeAlbum = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/albums/{album}',
  summary: 'Removes one of the performer’s albums with everything in it; succeeds if it does not exist',
  access: 'performer',
  input: z.object({ album: rowId }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const orderAlbums = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/albums',
  summary: 'Puts the performer’s albums in this order; those left out follow',
  access: 'performer',
  input: z.object({ albums: z.array(rowId).check(z.maxLength(ALBUMS_MAX)) }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const orderPictures = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/albums/{album}/order',
  summary: 'Puts the pictures and films of an album in this order; those left out follow',
  access: 'performer',
  input: z.object({ album: rowId, pictures: z.array(rowId).check(z.maxLength(ITEMS_MAX)) }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const savePicture = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/pictures/{picture}',
  summary: 'Changes the caption of one of the performer’s pictures or films, and whether it is explicit',
  access: 'performer',
  input: z.object({ picture: rowId, caption: captionSchema, nonude: z.boolean() }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.profile.words'],
});

export const removePicture = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/pictures/{picture}',
  summary: 'Removes one of the performer’s pictures or films; succeeds if it does not exist',
  access: 'performer',
  input: z.object({ picture: rowId }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const readPreview = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/profile/preview',
  summary: 'Returns the performer’s own profile as a guest sees it, with what waits for review',
  access: 'performer',
  input: z.object({ lang: textLang, nonNude }),
  output: profileSchema,
  errors: ['badRequest.notFound'],
});
