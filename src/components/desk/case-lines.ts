import type { DeskDecision } from '#contract/desk/reports/decision-calls.ts';
import type { readCase } from '#contract/desk/reports/report-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Translate } from '../../lib/site/i18n.ts';

/** What an operator sees of a decision, in one line. */
export function decisionLine({ id, measure, state, appeals, verdict }: DeskDecision, t: Translate): string {
  const appealed = appeals.map(({ number }) =>
    number === null ? t('cases.appealOfPerson') : t('cases.appealOf', { number }),
  );
  const name = t('cases.decision', { id, measure: t(`cases.measures.${measure}`) });
  return [name, t(`cases.standing.${state}`), ...appealed, verdict?.text].filter(Boolean).join(' · ');
}

/** What an operator sees of a case, in one line. */
export function caseLine(found: OutputOf<typeof readCase>, t: Translate): string {
  const { state, assignee, reports, decisions } = found;
  const waiting = reports.filter(({ decision }) => decision === null);
  return [
    t(`cases.state.${state}`),
    assignee && t('cases.assignee', { name: assignee }),
    ...waiting.map(({ number }) => t('cases.report', { number })),
    ...decisions.map((decision) => decisionLine(decision, t)),
  ]
    .filter(Boolean)
    .join(' · ');
}
