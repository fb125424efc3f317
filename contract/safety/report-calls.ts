import { z } from 'zod';
import { trimBlank } from '../blank.ts';
import { endpoint } from '../endpoint.ts';
import { mailLang } from '../fields.ts';
import { emailSchema } from '../member/credentials.ts';
import { publicPlaces, REPORT_TEXT_MAX, reportReasonSchema } from './report.ts';

/** What every report says, whatever it is about. */
export const reportInput = z.object({
  reason: reportReasonSchema,
  details: z.string().overwrite(trimBlank).max(REPORT_TEXT_MAX).default(''),
  /** Where the answer goes (needsAddress). */
  email: z.union([z.literal(''), emailSchema]).default(''),
  /** Chosen by the sender, so that a report sent again is stored once. */
  key: z.uuid(),
  lang: mailLang,
});

export const receiptSchema = z.object({
  /** By which the reporter can ask about it. */
  number: z.string(),
});

export const sendReport = endpoint({
  base: 'engine',
  method: 'POST',
  path: '/report',
  summary: 'Reports a performer’s stream or profile to the operator',
  access: 'anyone',
  input: reportInput.extend({
    performer: z.string().min(1).max(64),
    place: z.enum(publicPlaces),
    /** Whole seconds since the reporter’s picture began. */
    second: z.number().int().min(0).max(1_000_000).nullable().default(null),
  }),
  output: receiptSchema,
  errors: ['badRequest.performer.notExists'],
});
