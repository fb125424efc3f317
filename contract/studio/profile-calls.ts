import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { versionField } from '../form-version.ts';
import { locales } from '../locales.ts';
import {
  codedValuesSchema,
  ownFieldsSchema,
  ownTextsSchema,
  profileVersionsSchema,
  textValuesSchema,
} from '../performers/profile/profile-form.ts';
import { hiddenPlacesField } from '../safety/hidden-places.ts';

export const readStudioProfile = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/profile',
  summary: 'Returns the performer’s own profile, her texts in every language, and her planned starts',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** Set by the operator. */
    username: z.string(),
    dateOfBirth: z.iso.date(),
    gender: z.enum(['female', 'male', 'trans', 'couple']),
    nonude: z.boolean(),
    /** Countries and regions that do not see her. */
    hiddenIn: z.array(z.string()),
    fields: ownFieldsSchema,
    texts: z.partialRecord(z.enum(locales), ownTextsSchema),
    /** Soonest first. */
    starts: z.array(moment),
  }),
  errors: ['badRequest.notFound'],
});

export type StudioProfile = z.infer<typeof readStudioProfile.output>;

export const saveStudioProfile = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/profile',
  summary: 'Changes fields of the performer’s own profile, and her texts in one language',
  access: 'performer',
  input: z.object({
    fields: z._default(codedValuesSchema, {}),
    textsIn: z.optional(z.enum(locales)),
    texts: z._default(textValuesSchema, {}),
    /** By field, in the language of `textsIn`: what the form was filled in from. */
    seen: z._default(profileVersionsSchema, {}),
  }),
  output: done,
  // `fields` of the errors names the texts with contact details, links or forbidden words, or those stored meanwhile.
  errors: ['badRequest.notFound', 'badRequest.profile.words', 'badRequest.form.changed'],
});

export const setHiddenPlaces = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/profile/places',
  summary: 'Replaces the countries and regions that do not see the performer',
  access: 'performer',
  input: z.object({ places: hiddenPlacesField, version: versionField }),
  output: done,
  errors: [
    'badRequest.notFound',
    'badRequest.place.notExists',
    'badRequest.place.region',
    'badRequest.form.changed',
  ],
});

export const addStart = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/starts',
  summary: 'Adds a planned start, which the profile shows; idempotent',
  access: 'performer',
  input: z.object({ at: moment }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.schedule.time', 'badRequest.schedule.full'],
});

export const removeStart = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/starts',
  summary: 'Removes a planned start; succeeds if it does not exist',
  access: 'performer',
  input: z.object({ at: moment }),
  output: done,
  errors: ['badRequest.notFound'],
});
