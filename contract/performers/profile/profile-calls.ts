import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { nonNude, rowId, textLang } from '../../fields.ts';
import { snapshotSchema } from '../../image.ts';
import { own } from '../../input.ts';
import { type Locale, locales, readingOrderOf } from '../../locales.ts';
import { albumItemSchema, albumSchema } from '../../media/albums-calls.ts';
import { performerCardSchema } from '../directory/directory-calls.ts';
import { awaySchema } from './away.ts';

/** (live spec 3) Profile fields at the top level: coded ones, and texts in the requested language. */
export const profileFields = [
  'breastSize',
  'decency',
  'description',
  'drinks',
  'ethnicity',
  'eyeColor',
  'food',
  'hairColor',
  'hobbies',
  'kinkyAttributes',
  'languageBitflag',
  'lifeGoal',
  'luckyNumber',
  'manType',
  'motto',
  'music',
  'nicestAboutMe',
  'nicestAboutMen',
  'orientation',
  'penisSize',
  'personality',
  'pets',
  'physique',
  'piercings',
  'relationship',
  'sexLocation',
  'sexPosition',
  'sexualPreference',
  'shaved',
  'showType',
  'smoking',
  'tattoo',
  'turnoff',
  'webcamming',
  'zodiac',
] as const;
const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const named = Object.fromEntries(profileFields.map((name) => [name, z.optional(fieldValue)]));

export const profileSchema = z.extend(performerCardSchema, {
  ...named,
  id: z.int(),
  /** A date that gives her age: visitors do not get the day of birth. */
  dateOfBirth: z.string(),
  gender: z.enum(['female', 'male', 'trans', 'couple']),
  /** Locale → field (`motto`, `description`, …) → text. */
  texts: z.record(z.string(), z.record(z.string(), z.string())),
  /** Coded fields (live spec 3) that have a value. */
  fields: z.record(z.string(), fieldValue),
  /** True if nothing this performer shows is explicit. */
  nonude: z.boolean(),
  onlineState: z.enum(['online', 'offline']),
  /** ISO; null before the first broadcast. */
  firstCamSession: z.nullable(z.string()),
  lastCamSession: z.nullable(z.string()),
  /** When she plans to go live, soonest first. */
  starts: z.array(z.string()),
  /** While she is in pause, if she has written something for it. */
  away: z.optional(awaySchema),
  /** Her cover, else her portrait. */
  cover: z.nullable(snapshotSchema),
  /** Her cover film, else the first film of her albums. */
  coverVideo: albumItemSchema.shape.video,
  /** What the head of her page shows, if she added it. */
  head: z.object({ cover: z.nullable(albumItemSchema), film: z.nullable(albumItemSchema) }),
  images: z.array(snapshotSchema),
  albums: z.array(albumSchema),
  related: z.array(performerCardSchema),
  /** Usernames of the neighbours in the default order. */
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
});

/** Left out of non-nude responses, even if their values are harmless. */
export const explicitFields: readonly string[] = [
  'kinkyAttributes',
  'pubicHair',
  'sexLocation',
  'sexPosition',
  'sexualPreference',
];

export type Profile = z.infer<typeof profileSchema>;

/** Field → text; a missing one in the next language that the visitor may read. */
export const textsIn = (texts: Profile['texts'], lang: string): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...readingOrderOf(lang)
      .toReversed()
      .map((locale) => own(texts, locale)),
  );

/** The language in which textsIn finds a text; undefined without one. */
export const languageOfText = (texts: Profile['texts'], name: string, lang: string): Locale | undefined =>
  readingOrderOf(lang).find((locale) => own(own(texts, locale) ?? {}, name) !== undefined);

/** Languages in which something is written; all of them if nothing is, because the rest of a profile is translated. */
export const languagesOfTexts = (texts: Profile['texts']): readonly Locale[] =>
  languagesWritten(locales.filter((locale) => Object.keys(own(texts, locale) ?? {}).length > 0));

/** The same by the keys of those with a text. */
export function languagesWritten(keys: readonly string[]): readonly Locale[] {
  const written = locales.filter((locale) => keys.includes(locale));
  return written.length > 0 ? written : locales;
}

export const RELATED_LIMIT = 10;

export const readProfile = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/profile/username/{username}',
  summary: 'Returns one performer by username, with related performers',
  access: 'anyone',
  input: z.object({ username: z.string().check(z.minLength(1), z.maxLength(64)), lang: textLang, nonNude }),
  output: profileSchema,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.removed'],
});

export const readProfileById = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/profile/{id}',
  summary: 'Returns one performer by id, with related performers',
  access: 'anyone',
  input: z.object({ id: rowId, lang: textLang, nonNude }),
  output: profileSchema,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.removed'],
});
