import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, mailLang } from '../../fields.ts';
import { trimBlank } from '../../input.ts';
import { locales } from '../../locales.ts';
import { emailSchema } from '../../member/account/credentials.ts';
import { refuseUsername } from '../../member/usernames.ts';

/** Characters. */
export const APPLICATION_TEXT_MAX = 1000;

export const stageNameField = z.string().check(
  z.trim(),
  z.maxLength(64),
  z.refine((name) => refuseUsername(name) === null),
);

export const sendApplication = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/applications',
  summary: 'Sends an application to become a performer; creates no account, and mails a receipt',
  access: 'anyone',
  input: z.object({
    email: emailSchema,
    stageName: stageNameField,
    /** She speaks. */
    languages: z.array(z.enum(locales)).check(z.minLength(1), z.maxLength(locales.length)),
    message: z._default(z.string().check(z.overwrite(trimBlank), z.maxLength(APPLICATION_TEXT_MAX)), ''),
    isAdult: z.literal(true),
    /** That the operator stores the application and answers it. */
    agrees: z.literal(true),
    /** Chosen by the sender, so that a repeated application is stored once. */
    key: z.uuid(),
    lang: mailLang,
  }),
  output: done,
  errors: ['badRequest.notFound'],
});
