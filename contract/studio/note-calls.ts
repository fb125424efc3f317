import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { cappedText, done, lengthOf, moment, rowId } from '../fields.ts';
import { trimBlank } from '../input.ts';

/** User-perceived characters of a note. */
export const NOTE_MAX = 280;

/** Why a note cannot be saved, or null. An empty one is valid: it deletes the note. */
export const refuseNote = (text: string): 'long' | null =>
  lengthOf(trimBlank(text)) > NOTE_MAX ? 'long' : null;

const noteTextSchema = cappedText(NOTE_MAX, (text) => trimBlank(text.replace(/\r\n?/g, '\n')));

export const readMemberNote = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/notes/{memberId}',
  summary: 'Returns the performer’s own note about a member; empty if there is none',
  access: 'performer',
  input: z.object({ memberId: rowId }),
  output: z.object({
    text: z.string(),
    /** Null without a note. */
    savedAt: z.nullable(moment),
  }),
  errors: [],
});

export const saveMemberNote = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/notes/{memberId}',
  summary:
    'Saves a note about a member who was in the performer’s room or writes to her; an empty text deletes it',
  access: 'performer',
  // `seen`: the text that was changed; without it the new one replaces whatever is stored.
  input: z.object({ memberId: rowId, text: noteTextSchema, seen: z.optional(noteTextSchema) }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.form.changed'],
});

/** The performer’s notes as CSV, so not a call. With key and language in the query. */
export const NOTES_FILE = '/api/studio/notes.csv';
