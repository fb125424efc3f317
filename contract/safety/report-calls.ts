import * as z from 'zod/mini';
import { trimBlank } from '../blank.ts';
import { endpoint } from '../endpoint.ts';
import { mailLang } from '../fields.ts';
import { emailSchema } from '../member/credentials.ts';
import { publicPlaces, REPORT_TEXT_MAX, reportReasonSchema } from './report.ts';

/** Fields of every kind of report. */
export const reportInput = z.object({
  reason: reportReasonSchema,
  details: z._default(z.string().check(z.overwrite(trimBlank), z.maxLength(REPORT_TEXT_MAX)), ''),
  /** Address for the answer (see needsAddress). */
  email: z._default(z.union([z.literal(''), emailSchema]), ''),
  /** Chosen by the sender, so that a repeated report is stored once. */
  key: z.uuid(),
  lang: mailLang,
});

export const receiptSchema = z.object({
  /** Reference number for the reporter's questions. */
  number: z.string(),
});

export const sendReport = endpoint({
  base: 'engine',
  method: 'POST',
  path: '/report',
  summary: 'Reports a performer’s stream or profile to the operator',
  access: 'anyone',
  input: z.extend(reportInput, {
    performer: z.string().check(z.minLength(1), z.maxLength(64)),
    place: z.enum(publicPlaces),
    /** Whole seconds since the reporter’s picture started. */
    second: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))), null),
  }),
  output: receiptSchema,
  errors: ['badRequest.performer.notExists'],
});
