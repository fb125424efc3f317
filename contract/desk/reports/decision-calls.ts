import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId } from '../../fields.ts';
import { trimBlank } from '../../input.ts';
import { locales } from '../../locales.ts';
import {
  caseMeasureSchema,
  DECISION_TEXT_MAX,
  decisionStates,
  factsField,
  groundSchema,
  measures,
} from '../../safety/decisions.ts';
import { hiddenPlacesField } from '../../safety/hidden-places.ts';
import { reasonField } from '../log-calls.ts';

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;
const caseErrors = ['badRequest.notFound', 'badRequest.case.changed', 'badRequest.case.state'] as const;

const verdictField = z
  .string()
  .check(z.overwrite(trimBlank), z.minLength(10), z.maxLength(DECISION_TEXT_MAX));
/** What the operator has seen of a case or a decision: another version means that somebody was faster. */
export const caseVersion = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
/** Numbers of the reports that a decision judges. */
const reportsField = z._default(
  z.array(z.string().check(z.minLength(1), z.maxLength(20))).check(z.maxLength(500)),
  [],
);
/** The day until which a measure lasts. */
const untilField = z.optional(z.iso.date());

export const decisionSchema = z.object({
  id: z.int(),
  state: z.enum(decisionStates),
  version: z.int(),
  measure: z.enum(measures),
  endsAt: z.nullable(moment),
  /** When the measure was lifted or undone. */
  endedAt: z.nullable(moment),
  places: z.array(z.string()),
  ground: z.nullable(groundSchema),
  facts: z.nullable(z.string()),
  decidedBy: z.string(),
  decidedAt: moment,
  /** The reasons are missing for too long. */
  isLate: z.boolean(),
  /** Numbers of the reports that it judged. */
  reports: z.array(z.string()),
  appeals: z.array(
    z.object({
      /** Of the report of whoever appeals; null for the person decided about. */
      number: z.nullable(z.string()),
      text: z.string(),
      at: moment,
      isAnswered: z.boolean(),
    }),
  ),
  verdict: z.nullable(z.object({ by: z.string(), at: moment, text: z.string() })),
});
export type DeskDecision = z.infer<typeof decisionSchema>;

export const decideCase = endpoint({
  ...moderators,
  method: 'POST',
  path: '/reports/{case}/decisions',
  summary:
    'Decides about the person of a case: takes the measure, judges the named reports, and tells all concerned',
  input: z.object({
    case: rowId,
    version: caseVersion,
    measure: caseMeasureSchema,
    ground: groundSchema,
    facts: factsField,
    reports: reportsField,
    until: untilField,
    /** Where a performer is hidden. */
    places: z._default(hiddenPlacesField, []),
    reason: reasonField,
  }),
  output: z.object({ decision: z.int() }),
  errors: [
    ...caseErrors,
    'badRequest.performer.notExists',
    'badRequest.performer.state',
    'badRequest.login.notExists',
    'badRequest.place.notExists',
    'badRequest.place.region',
  ],
});

export const explainDecision = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/decisions/{decision}/words',
  summary: 'Gives an urgent measure its ground and facts, and tells all concerned',
  input: z.object({
    decision: rowId,
    version: caseVersion,
    ground: groundSchema,
    facts: factsField,
    reports: reportsField,
    reason: reasonField,
  }),
  output: done,
  errors: caseErrors,
});

export const judgeDecision = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/decisions/{decision}/outcome',
  summary:
    'Decides the appeals against a decision of another operator, and undoes its measure if it was not right',
  input: z.object({
    decision: rowId,
    version: caseVersion,
    outcome: z.enum(['upheld', 'overruled']),
    verdict: verdictField,
    reason: reasonField,
  }),
  output: done,
  errors: [...caseErrors, 'badRequest.case.ownDecision'],
});

export const withdrawDecision = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/decisions/{decision}/withdrawal',
  summary: 'Takes back an own decision, undoes its measure and tells all concerned',
  input: z.object({ decision: rowId, version: caseVersion, verdict: verdictField, reason: reasonField }),
  output: done,
  errors: [...caseErrors, 'badRequest.forbidden'],
});

export const listUnexplained = endpoint({
  ...moderators,
  method: 'GET',
  path: '/decisions/unexplained',
  summary: 'Returns the urgent measures whose reasons are missing, oldest first',
  input: z.object({}),
  output: z.object({
    result: z.array(
      z.object({
        id: z.int(),
        version: z.int(),
        case: z.int(),
        /** The performer in whose room it was taken. */
        room: z.nullable(z.int()),
        /** In which the person reads the statement. */
        language: z.enum(locales),
        measure: z.enum(measures),
        decidedBy: z.string(),
        decidedAt: moment,
        isLate: z.boolean(),
      }),
    ),
  }),
  errors: [],
});
