import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { trimBlank } from '../input.ts';
import { linkTokenField } from '../member/account/account-calls.ts';
import { firstOutcomes, REPORT_TEXT_MAX } from './report-calls.ts';

const link = { base: 'engine', access: 'anyone' } as const;
const refusals = ['badRequest.link.used', 'badRequest.link.expired'] as const;

export const checkAppeal = endpoint({
  ...link,
  method: 'POST',
  path: '/appeal/check',
  summary: 'Returns the decision that the link of a mail can appeal against, without using the link up',
  input: z.object({ key: linkTokenField }),
  output: z.object({
    outcome: z.enum(firstOutcomes),
    /** As it was mailed. */
    statement: z.string(),
    /** Of the recipient’s report; null for the reported person. */
    number: z.nullable(z.string()),
  }),
  errors: refusals,
});

export const sendAppeal = endpoint({
  ...link,
  method: 'POST',
  path: '/appeal',
  summary: 'Appeals against a decision on reports, once',
  input: z.object({
    key: linkTokenField,
    text: z.string().check(z.overwrite(trimBlank), z.minLength(10), z.maxLength(REPORT_TEXT_MAX)),
  }),
  output: done,
  errors: refusals,
});
