import * as z from 'zod/mini';
import type { Ground, Measure } from '../../safety/decisions.ts';

const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);
export const eeaCountries: readonly string[] = eea;

const day = z.iso.date();
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

export const statementCategories = [
  'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
  'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  'STATEMENT_CATEGORY_VIOLENCE',
] as const;
type Category = (typeof statementCategories)[number];

/** Category of the database for each ground of a measure. */
export const categoryOf: Readonly<Record<Exclude<Ground, 'no-breach'>, Category>> = {
  minors: 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
  consent: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  coercion: 'STATEMENT_CATEGORY_VIOLENCE',
  threats: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  identity: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  fraud: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  privacy: 'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  'rules-respect': 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  'rules-contact': 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  'rules-recording': 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  'rules-people': 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  'rules-content': 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
};

/** Measures that restrict somebody; a warning does not, and the measure of an earlier version stands only in its text. */
export type Restriction = Exclude<Measure, 'none' | 'warn' | 'stated'>;

const restrictionFields = {
  decision_visibility: z.optional(
    z
      .array(z.enum(['DECISION_VISIBILITY_CONTENT_REMOVED', 'DECISION_VISIBILITY_CONTENT_DISABLED']))
      .check(z.minLength(1)),
  ),
  decision_provision: z.optional(z.enum(['DECISION_PROVISION_PARTIAL_SUSPENSION'])),
  decision_account: z.optional(z.enum(['DECISION_ACCOUNT_SUSPENDED'])),
  account_type: z.optional(z.enum(['ACCOUNT_TYPE_BUSINESS', 'ACCOUNT_TYPE_PRIVATE'])),
  content_type: z
    .array(z.enum(['CONTENT_TYPE_IMAGE', 'CONTENT_TYPE_TEXT', 'CONTENT_TYPE_VIDEO']))
    .check(z.minLength(1)),
};
const restrictionSchema = z.object(restrictionFields);

/** What each measure is in the words of the database. A performer's account is a business one. */
export const restrictionOf: Readonly<Record<Restriction, z.infer<typeof restrictionSchema>>> = {
  hide: {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'],
    content_type: ['CONTENT_TYPE_IMAGE', 'CONTENT_TYPE_VIDEO'],
  },
  'refuse-picture': {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
    content_type: ['CONTENT_TYPE_IMAGE'],
  },
  'withdraw-message': {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
    content_type: ['CONTENT_TYPE_TEXT'],
  },
  'cut-stream': {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'],
    content_type: ['CONTENT_TYPE_VIDEO'],
  },
  'cut-viewer': {
    decision_provision: 'DECISION_PROVISION_PARTIAL_SUSPENSION',
    content_type: ['CONTENT_TYPE_TEXT'],
  },
  block: {
    decision_account: 'DECISION_ACCOUNT_SUSPENDED',
    account_type: 'ACCOUNT_TYPE_PRIVATE',
    content_type: ['CONTENT_TYPE_TEXT'],
  },
  suspend: {
    decision_account: 'DECISION_ACCOUNT_SUSPENDED',
    account_type: 'ACCOUNT_TYPE_BUSINESS',
    content_type: ['CONTENT_TYPE_VIDEO'],
  },
};

/** A statement as the Commission's DSA Transparency Database names its fields (API v2, July 2025); no personal data. */
export const statementSchema = z
  .strictObject({
    ...restrictionFields,
    decision_ground: z.enum(['DECISION_GROUND_ILLEGAL_CONTENT', 'DECISION_GROUND_INCOMPATIBLE_CONTENT']),
    illegal_content_legal_ground: z.optional(text(500)),
    illegal_content_explanation: z.optional(text(2000)),
    incompatible_content_ground: z.optional(text(500)),
    incompatible_content_explanation: z.optional(text(2000)),
    category: z.enum(statementCategories),
    territorial_scope: z.array(z.enum(eea)).check(z.minLength(1)),
    content_date: day,
    application_date: day,
    end_date_visibility_restriction: z.optional(day),
    end_date_service_restriction: z.optional(day),
    end_date_account_restriction: z.optional(day),
    decision_facts: text(5000),
    source_type: z.enum(['SOURCE_ARTICLE_16', 'SOURCE_VOLUNTARY']),
    automated_detection: z.enum(['Yes', 'No']),
    automated_decision: z.enum(['AUTOMATED_DECISION_NOT_AUTOMATED']),
    /** Unique to the platform: the number of the decision. */
    puid: text(500),
  })
  .check(
    z.refine(
      (one) =>
        one.decision_visibility !== undefined || Boolean(one.decision_provision ?? one.decision_account),
    ),
    z.refine((one) => {
      const isIllegal = one.decision_ground === 'DECISION_GROUND_ILLEGAL_CONTENT';
      const [ground, explanation] = isIllegal
        ? [one.illegal_content_legal_ground, one.illegal_content_explanation]
        : [one.incompatible_content_ground, one.incompatible_content_explanation];
      return ground !== undefined && explanation !== undefined;
    }),
  );
export type StatementOfReasons = z.infer<typeof statementSchema>;
