import { dayOf, longDate, longMoment } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import { grounds } from '#contract/safety/decisions.ts';
import { fill } from '#server/content/content.ts';
import { mailTexts } from '#server/content/mails.ts';
import type { Decision } from './transitions.ts';

export interface StatementOf {
  decision: Pick<Decision, 'measure' | 'endsAt' | 'roomId' | 'places' | 'ground' | 'facts'>;
  /** Whether reports led to it. */
  isAfterReports: boolean;
  /** The number of the addressee's report; null for the person decided about. */
  report: string | null;
  /** Until when the addressee can appeal. */
  appealUntil: Date;
  /** The performer of the room, only for whoever is logged in: others may read a mail. */
  room?: string | null;
  /** Where questions are read. */
  email: string;
}

const textsIn = (lang: Locale) => mailTexts.in(lang).statements;

/** The measure as the addressee reads it: a reporter learns whether one was taken. */
export function measureText(
  lang: Locale,
  { decision, report }: Pick<StatementOf, 'decision' | 'report'>,
): string {
  const { forReporter, measures } = textsIn(lang);
  if (report === null) return measures[decision.measure];
  return decision.measure === 'none' ? forReporter.none : forReporter.measure;
}

/**
 * The statement of reasons after its measure (DSA, article 17), built from the decision's fields in the reader's language.
 */
export function statementLines(lang: Locale, statement: StatementOf): string[] {
  const { decision, isAfterReports, report, appealUntil, email } = statement;
  const texts = textsIn(lang);
  const { ground, facts } = decision;
  const day = longDate(dayOf(appealUntil), lang);
  return [
    ...(report === null ? extentLines(lang, statement) : []),
    isAfterReports ? texts.source.notice : texts.source.own,
    ground === null ? '' : groundLine(lang, ground),
    ground === null ? (facts ?? '') : fill(texts.facts, { facts: facts ?? '' }),
    texts.staff,
    fill(texts.redress, { day, email }),
  ].filter((line) => line !== '');
}

/** How long and where a measure applies: of no interest to reporters. */
function extentLines(lang: Locale, { decision, room }: StatementOf): string[] {
  const texts = textsIn(lang);
  const { measure, endsAt, roomId, places } = decision;
  const lasting = measure !== 'none' && measure !== 'warn' && measure !== 'stated';
  const moment = endsAt && longMoment(endsAt, lang);
  return [
    !lasting ? '' : moment === null ? texts.lasts.always : fill(texts.lasts.until, { moment }),
    roomId === null ? '' : room ? fill(texts.roomOf, { name: room }) : texts.room,
    places.length === 0 ? '' : fill(texts.places, { places: places.join(', ') }),
  ];
}

function groundLine(lang: Locale, ground: NonNullable<Decision['ground']>): string {
  const texts = textsIn(lang);
  const basis = grounds[ground];
  const { name } = texts.grounds[ground];
  if (typeof basis === 'number') return fill(texts.basis.rule, { section: String(basis), ground: name });
  return fill(texts.basis[basis], { ground: name });
}

/** How a decision ended after an appeal, or because it was withdrawn. */
export interface Ending {
  decision: Pick<Decision, 'measure' | 'decidedAt'>;
  outcome: 'upheld' | 'overruled' | 'withdrawn';
  isReporter: boolean;
  /** Whether the measure does not hold any more. */
  isUndone: boolean;
  /** Whether the reports wait again. */
  isReopened: boolean;
}

export function endingText(lang: Locale, ending: Ending): string {
  const texts = textsIn(lang);
  const { decision, outcome } = ending;
  const day = longDate(dayOf(decision.decidedAt), lang);
  return fill(texts.outcomes[outcome], { day, undone: undoneText(lang, ending) });
}

function undoneText(lang: Locale, { decision, isReporter, isUndone, isReopened }: Ending): string {
  const texts = textsIn(lang);
  if (isReporter && isReopened) return texts.undoneForReporter.again;
  if (!isUndone) return texts.stays;
  return isReporter ? texts.undoneForReporter.measure : texts.undone[decision.measure];
}
