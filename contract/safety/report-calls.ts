import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { mailLang } from '../fields.ts';
import { emailSchema } from '../member/credentials.ts';
import { REPORT_TEXT_MAX, reportPlaces, reportReasonSchema } from './report.ts';

export const sendReport = endpoint({
  base: 'engine',
  method: 'POST',
  path: '/report',
  summary: 'Reports a performer’s stream or profile to the operator',
  access: 'anyone',
  input: z.object({
    performer: z.string().min(1).max(64),
    reason: reportReasonSchema,
    details: z.string().trim().max(REPORT_TEXT_MAX).default(''),
    /** Where the answer goes (needsAddress). */
    email: z.union([z.literal(''), emailSchema]).default(''),
    place: z.enum(reportPlaces),
    /** Whole seconds since the reporter’s picture began. */
    second: z.number().int().min(0).max(1_000_000).nullable().default(null),
    /** Chosen by the sender, so that a report sent again is stored once. */
    key: z.uuid(),
    lang: mailLang,
  }),
  output: z.object({
    /** By which the reporter can ask about it. */
    number: z.string(),
  }),
  errors: ['badRequest.performer.notExists'],
});
