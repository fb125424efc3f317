import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { moment, nonNude, rowId, textLang } from '../fields.ts';
import { snapshotSchema } from '../image.ts';
import { type Locale, locales } from '../locales.ts';

const seen = { lang: textLang, nonNude };

export const albumItemSchema = z.object({
  id: z.int(),
  kind: z.enum(['picture', 'video']),
  /** The picture, or the poster of the video. */
  picture: snapshotSchema,
  /** Size of the original, in px. */
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  /** Language of the caption, if it is another one than asked for. */
  lang: z.optional(z.enum(locales)),
  /** WebM; duration in ms. Null for a picture. */
  video: z.nullable(z.object({ url: z.string(), duration: z.int(), addedAt: moment })),
});
export type AlbumItem = z.infer<typeof albumItemSchema>;

export const albumSchema = z.object({
  id: z.int(),
  title: z.string(),
  /** Language of the title, if it is another one than asked for. */
  lang: z.optional(z.enum(locales)),
  items: z.array(albumItemSchema),
});
export type Album = z.infer<typeof albumSchema>;

export const listAlbums = endpoint({
  base: 'member',
  method: 'GET',
  path: '/media/albums/{id}',
  summary:
    'Returns the albums of a performer (by user id), each with its size and first picture, without empty ones',
  access: 'anyone',
  input: z.object({ id: rowId, ...seen }),
  output: z.object({
    result: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        pictures: z.int(),
        videos: z.int(),
        cover: snapshotSchema,
      }),
    ),
  }),
  errors: [],
});

export const readAlbum = endpoint({
  base: 'member',
  method: 'GET',
  path: '/media/album/{id}/{album}',
  summary: 'Returns one album of a performer (by user id) with its pictures and videos',
  access: 'anyone',
  input: z.object({ id: rowId, album: rowId, ...seen }),
  output: albumSchema,
  errors: ['badRequest.notFound'],
});

export interface GalleryItem {
  kind: 'picture' | 'video';
  picture: string;
  widths: readonly number[];
  width: number;
  height: number;
  caption: string;
  /** Language of the caption, if it is not the page's. */
  lang?: Locale | undefined;
  video: string;
}

/** The first page follows the last; no page precedes the first (live spec 9). */
export const nextPage = (page: number, pages: number): number => (page >= pages ? 1 : page + 1);
export const previousPage = (page: number): number => Math.max(1, page - 1);
