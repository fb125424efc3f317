import { dayOf } from '#contract/day.ts';
import { spanOf } from '#contract/desk/reports/law.ts';
import {
  categoryOf,
  eeaCountries,
  type Restriction,
  restrictionOf,
  type StatementOfReasons,
} from '#contract/desk/reports/statement-of-reasons.ts';
import { type Ground, grounds, type Measure } from '#contract/safety/decisions.ts';
import { fill } from '#server/content/content.ts';
import { mailTexts } from '#server/content/mails.ts';
import type { Db } from '#server/ports/database.ts';
import { type StatedDecision, statedDecisions } from '#server/safety/decisions/in-span.ts';

/**
 * A month's statements of reasons for the Commission's database (DSA, article 24), oldest first. The facts of a decision
 * may tell of people: the texts are those of its ground.
 */
export async function statementsOf(
  { db }: { db: Pick<Db, 'select'> },
  month: string,
): Promise<StatementOfReasons[]> {
  const decisions = await statedDecisions(db, spanOf(month));
  return decisions.flatMap((one) => statementOf(one) ?? []);
}

const isRestriction = (measure: Measure): measure is Restriction => measure in restrictionOf;
const isBreach = (ground: Ground | null): ground is keyof typeof categoryOf =>
  ground !== null && ground in categoryOf;

/** Null for a measure that restricts nobody, and for one outside the EEA. */
function statementOf(decision: StatedDecision): StatementOfReasons | null {
  const { id, measure, ground, places, decidedAt, isAfterReports } = decision;
  const scope = scopeOf(places);
  if (!isRestriction(measure) || !isBreach(ground) || scope.length === 0) return null;
  const texts = mailTexts.in('en').statements;
  const { facts } = texts.grounds[ground];
  return {
    ...restrictionOf[measure],
    ...groundFields(ground),
    category: categoryOf[ground],
    territorial_scope: scope,
    // What was on, said or shown when it was decided.
    content_date: dayOf(decidedAt),
    application_date: dayOf(decidedAt),
    ...endOf(decision, measure),
    decision_facts: `${facts} ${isAfterReports ? texts.source.notice : texts.source.own} ${texts.staff}`,
    source_type: isAfterReports ? 'SOURCE_ARTICLE_16' : 'SOURCE_VOLUNTARY',
    automated_detection: 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: `decision-${id}`,
  };
}

/** Countries of the EEA in which the measure applies: all of them unless it hides somebody in some places. */
function scopeOf(places: readonly string[]): string[] {
  if (places.length === 0) return [...eeaCountries];
  const countries = new Set(places.map((place) => place.slice(0, 2)));
  return eeaCountries.filter((country) => countries.has(country));
}

function groundFields(ground: keyof typeof categoryOf) {
  const texts = mailTexts.in('en').statements;
  const { name, facts } = texts.grounds[ground];
  const basis = grounds[ground];
  if (basis === 'law')
    return {
      decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
      illegal_content_legal_ground: name,
      illegal_content_explanation: facts,
    } as const;
  return {
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    incompatible_content_ground: fill(texts.basis.rule, { section: String(basis), ground: name }),
    incompatible_content_explanation: facts,
  } as const;
}

/** The day on which the measure ends, in the field of its kind; a measure without an end has none. */
function endOf({ endsAt }: StatedDecision, measure: Restriction): Partial<StatementOfReasons> {
  if (endsAt === null) return {};
  const end = dayOf(endsAt);
  const { decision_visibility, decision_provision } = restrictionOf[measure];
  if (decision_visibility) return { end_date_visibility_restriction: end };
  return decision_provision ? { end_date_service_restriction: end } : { end_date_account_restriction: end };
}
