import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { Feature } from '../features.ts';
import { done } from '../fields.ts';
import { locales } from '../locales.ts';

/** Mails that one can do without. Those about the account itself are always sent. */
export const mailKinds = ['messages'] as const;
export type MailKind = (typeof mailKinds)[number];

/** What a kind of mail is about: without the feature nobody is asked. */
export const featureOfMail: Readonly<Record<MailKind, Feature>> = { messages: 'messenger' };

const mailChoices = z.record(z.enum(mailKinds), z.boolean());
export type MailChoices = z.infer<typeof mailChoices>;

export const readPreferences = endpoint({
  base: 'member',
  method: 'GET',
  path: '/preferences',
  summary: 'What the member chose: language and mails; and the e-mail address that waits to be confirmed',
  access: 'member',
  input: z.object({}),
  output: z.object({
    language: z.enum(locales),
    mails: mailChoices,
    pendingEmail: z.string().nullable(),
  }),
  errors: [],
});

export const changeLanguage = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/preferences/language',
  summary: 'Sets the language of mails that nobody asked for on a page',
  access: 'member',
  input: z.object({ language: z.enum(locales) }),
  output: done,
  errors: [],
});

export const chooseMails = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/preferences/mails',
  summary: 'Says which mails the member wants, of those one can do without',
  access: 'member',
  input: z.object({ mails: z.partialRecord(z.enum(mailKinds), z.boolean()) }),
  output: done,
  errors: [],
});
