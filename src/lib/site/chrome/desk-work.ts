import { type Piece, type WorkCounts, type WorkKind, workKinds } from '#contract/desk/work-calls.ts';
import { routes } from '#contract/site/routes.ts';
import type { Translate } from '../i18n.ts';

/** The section of the desk where each kind of work is done. */
const sections: Readonly<Record<WorkKind, string>> = {
  report: routes.deskReports,
  appeal: routes.deskReports,
  unexplained: routes.deskReports,
  identity: routes.deskPerformers,
  document: routes.deskIdentity,
  application: routes.deskApplications,
  picture: routes.deskPictures,
  request: routes.deskRefunds,
  dispute: routes.deskDisputes,
  payment: routes.deskPayments,
  outbox: routes.deskHouse,
};

/** Kinds of work that a section of the desk counts; for the first one all of them. */
export const kindsIn = (section: string): readonly WorkKind[] =>
  section === routes.desk ? workKinds : workKinds.filter((kind) => sections[kind] === section);

type Waiting = Pick<WorkCounts[number], 'kind' | 'waiting'>;

export const sumOf = (counts: readonly Waiting[], kinds: readonly string[]): number =>
  counts.reduce((sum, { kind, waiting }) => (kinds.includes(kind) ? sum + waiting : sum), 0);

/** Whether work has come, also if as much has gone meanwhile. */
export const hasCome = (before: WorkCounts, counts: WorkCounts): boolean =>
  counts.some(({ kind, waiting, newest }) => {
    const known = before.find((one) => one.kind === kind);
    return waiting > (known?.waiting ?? 0) || (newest ?? '') > (known?.newest ?? newest ?? '');
  });

/** Where a piece of work is done: the page of its case or person, else the list. */
export function pathOf({ kind, id, about }: Pick<Piece, 'kind' | 'id' | 'about'>): string {
  const section = sections[kind];
  if (section === routes.deskReports || section === routes.deskPerformers) return `${section}/${id}`;
  if (kind === 'document') return `${section}/${id.replace(':', '-')}`;
  return kind === 'payment' ? `${routes.deskMembers}/${about?.replace('member:', '')}` : section;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "40 minutes", "5 hours", "3 days": rounded down, so that nothing seems to have more time than it has. */
export function spanWords(ms: number, t: Translate): string {
  if (ms < HOUR_MS) return t('work.minutes', { count: Math.floor(ms / MINUTE_MS) });
  if (ms < 2 * DAY_MS) return t('work.hours', { count: Math.floor(ms / HOUR_MS) });
  return t('work.days', { count: Math.floor(ms / DAY_MS) });
}

/** How long a piece has waited, and how long it may. */
export function clockOf({ since, due }: Pick<Piece, 'since' | 'due'>, now: string, t: Translate) {
  const at = Date.parse(now);
  const left = due === null ? null : Date.parse(due) - at;
  return {
    waited: t('work.waited', { span: spanWords(at - Date.parse(since), t) }),
    due:
      left === null ? null : t(left < 0 ? 'work.late' : 'work.left', { span: spanWords(Math.abs(left), t) }),
    isLate: left !== null && left < 0,
  };
}
