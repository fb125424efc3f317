import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, mailLang, moment, rowId } from '../fields.ts';
import { trimBlank } from '../input.ts';
import { linkTokenField } from '../member/account/account-calls.ts';
import { DECISION_TEXT_MAX } from './decisions.ts';

const link = { base: 'engine', access: 'anyone' } as const;
const refusals = ['badRequest.link.used', 'badRequest.link.expired'] as const;
const textField = z.string().check(z.overwrite(trimBlank), z.minLength(10), z.maxLength(DECISION_TEXT_MAX));

const statementFields = {
  /** Of the addressee’s report; null for the person decided about. */
  number: z.nullable(z.string()),
  /** Paragraphs in the language of the page. */
  statement: z.array(z.string()),
};

export const checkAppeal = endpoint({
  ...link,
  method: 'POST',
  path: '/appeal/check',
  summary: 'Returns the decision that the link of a mail can appeal against, without using the link up',
  input: z.object({ key: linkTokenField, lang: mailLang }),
  output: z.object(statementFields),
  errors: refusals,
});

export const sendAppeal = endpoint({
  ...link,
  method: 'POST',
  path: '/appeal',
  summary: 'Appeals against a decision, once for each person who was told of it',
  input: z.object({ key: linkTokenField, text: textField }),
  output: done,
  errors: refusals,
});

const statementSchema = z.object({
  ...statementFields,
  id: z.int(),
  decidedAt: moment,
  /** No log-in has shown it yet. */
  isUnread: z.boolean(),
  /** The own appeal. */
  appeal: z.nullable(z.string()),
  mayAppeal: z.boolean(),
});
export type Statement = z.infer<typeof statementSchema>;

const statementsOutput = z.object({ result: z.array(statementSchema) });
const member = { base: 'member', access: 'member' } as const;
const performer = { base: 'studio', access: 'performer' } as const;
const reading = {
  method: 'GET',
  input: z.object({ lang: mailLang }),
  output: statementsOutput,
  errors: [],
} as const;
const seeing = {
  method: 'PUT',
  path: '/statements/seen',
  input: z.object({}),
  output: done,
  errors: [],
} as const;
const appealing = {
  method: 'POST',
  path: '/statements/{statement}/appeal',
  summary: 'Appeals against a decision, once',
  input: z.object({ statement: rowId, text: textField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.link.used'],
} as const;

export const readStatements = endpoint({
  ...member,
  ...reading,
  path: '/statements',
  summary: 'Returns the decisions about the member, and about the member’s reports, newest first',
});

export const countStatements = endpoint({
  ...member,
  method: 'GET',
  path: '/statements/unread',
  summary: 'Returns the number of decisions that no log-in of the member has shown yet',
  input: z.object({}),
  output: z.object({ unread: z.int() }),
  errors: [],
});

export const seeStatements = endpoint({
  ...member,
  ...seeing,
  summary: 'Notes that the member has read all statements',
});

export const appealDecision = endpoint({ ...member, ...appealing });

export const readStudioStatements = endpoint({
  ...performer,
  ...reading,
  path: '/statements',
  summary: 'Returns the decisions about the performer, and about her reports, newest first',
});

export const seeStudioStatements = endpoint({
  ...performer,
  ...seeing,
  summary: 'Notes that the performer has read all statements',
});

export const appealStudioDecision = endpoint({ ...performer, ...appealing });
