import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nonNude, rowId, textLang } from '../fields.ts';
import { albumItemSchema, albumSchema } from '../media/albums-calls.ts';
import { snapshotSchema } from '../media/image.ts';
import { performerCardSchema } from './directory-calls.ts';

/** (live spec 3) Fields of a profile that stand in it by their names: coded ones, and texts in the language asked for. */
export const profileFields = [
  ...['breastSize', 'decency', 'description', 'drinks', 'ethnicity', 'eyeColor', 'food', 'hairColor'],
  ...[
    'hobbies',
    'kinkyAttributes',
    'languageBitflag',
    'lifeGoal',
    'luckyNumber',
    'manType',
    'motto',
    'music',
  ],
  ...['nicestAboutMe', 'nicestAboutMen', 'orientation', 'penisSize', 'personality', 'pets', 'physique'],
  ...['piercings', 'relationship', 'sexLocation', 'sexPosition', 'sexualPreference', 'shaved', 'showType'],
  ...['smoking', 'tattoo', 'turnoff', 'webcamming', 'zodiac'],
] as const;
const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const named = Object.fromEntries(profileFields.map((name) => [name, fieldValue.optional()]));

export const profileSchema = performerCardSchema.extend({
  ...named,
  id: z.number().int(),
  dateOfBirth: z.string(),
  gender: z.enum(['female', 'male', 'trans', 'couple']),
  /** Locale → field (`motto`, `description`, …) → text. */
  texts: z.record(z.string(), z.record(z.string(), z.string())),
  /** Coded fields (live spec 3) that are filled. */
  fields: z.record(z.string(), fieldValue),
  /** Nothing this performer shows is explicit. */
  nonude: z.boolean(),
  onlineState: z.enum(['online', 'offline']),
  /** ISO; null before the first broadcast. */
  firstCamSession: z.string().nullable(),
  lastCamSession: z.string().nullable(),
  cover: snapshotSchema.nullable(),
  coverVideo: albumItemSchema.shape.video,
  images: z.array(snapshotSchema),
  albums: z.array(albumSchema),
  related: z.array(performerCardSchema),
  /** Usernames of the neighbours in the default order. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
});

/** Served only where explicit pictures are, though nothing in them has to be (decision 0058). */
export const explicitFields: readonly string[] = [
  'kinkyAttributes',
  'pubicHair',
  'sexLocation',
  'sexPosition',
  'sexualPreference',
];

export type Profile = z.infer<typeof profileSchema>;

export const RELATED_LIMIT = 10;

export const readProfile = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/profile/username/{username}',
  summary: 'One performer by username, with related performers',
  access: 'anyone',
  input: z.object({ username: z.string().min(1).max(64), lang: textLang, nonNude }),
  output: profileSchema,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.removed'],
});

export const readProfileById = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/profile/{id}',
  summary: 'One performer by id, with related performers',
  access: 'anyone',
  input: z.object({ id: rowId, lang: textLang, nonNude }),
  output: profileSchema,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.removed'],
});
