import { and, count, gte, inArray, isNull, like, lt, or } from 'drizzle-orm';
import { addDays, dayOf, longDate, startOfDay } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { headOf } from '#server/audit/chain.ts';
import { isDue } from '#server/audit/heads.ts';
import { auditRows } from '#server/audit/tables.ts';
import type { AuditedAct } from '#server/events.ts';
import { operators } from '#server/identity/tables.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** ms after midnight in the operator's time zone at which the digest of the day before is mailed. */
const SENT_AFTER = 6 * 3_600_000;

/** Acts that move money, decide who may earn, or take data out. */
const ofValue: ReadonlySet<string> = new Set<AuditedAct>([
  'member.credited',
  'payment.refunded',
  'request.approved',
  'request.overridden',
  'request.overridden-alone',
  'payout.paid',
  'payout.returned',
  'performer.identity-opened',
  'performer.approved',
  'file.exported',
]);

const aboutLogins = ['operator.login-refused', 'operator.session-moved'] as const satisfies AuditedAct[];

interface Counted {
  readonly actor: string;
  readonly act: string;
  readonly total: number;
}

/** What operators did within a day, and failed logins and moved sessions, whoever caused them. */
const countActs = (tx: Pick<Tx, 'select'>, from: Date, to: Date): Promise<Counted[]> =>
  tx
    .select({ actor: auditRows.actor, act: auditRows.act, total: count() })
    .from(auditRows)
    .where(
      and(
        gte(auditRows.at, from),
        lt(auditRows.at, to),
        or(like(auditRows.actor, 'operator:%'), inArray(auditRows.act, aboutLogins)),
      ),
    )
    .groupBy(auditRows.actor, auditRows.act)
    .orderBy(auditRows.actor, auditRows.act);

/** Mails every owner once a day what was done at the desk, and the head of the chain. Returns whether it was due. */
export async function sendDigest(deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>): Promise<boolean> {
  const at = deps.now();
  const today = dayOf(at);
  const due = new Date(startOfDay(today).getTime() + SENT_AFTER);
  if (at < due) return false;
  return deps.db.transaction(async (tx) => {
    if (!(await isDue(tx, { what: 'digest', earliest: due, at }))) return false;
    const owners = await tx
      .select()
      .from(operators)
      .where(and(inArray(operators.role, ['owner']), isNull(operators.disabledAt)));
    if (owners.length === 0) return true;
    const day = addDays(today, -1);
    const rows = await countActs(tx, startOfDay(day), startOfDay(today));
    const head = await headOf(tx);
    const shownHead = head ? `${head.position} ${head.hash}` : '–';
    for (const { email, language } of owners) {
      const values = { ...valuesOf(rows, language), day: longDate(day, language), head: shownHead };
      const path = `${routes.deskLog}?day=${day}`;
      const mail = writeMail(
        deps,
        'deskDigest',
        { to: email, lang: language, affiliate: noAffiliate, path },
        values,
      );
      await addWork(tx, mailWork, { payload: mail, runAt: at });
    }
    return true;
  });
}

const sumOf = (rows: readonly Counted[], wanted: (act: string) => boolean): number =>
  rows.reduce((sum, { act, total }) => sum + (wanted(act) ? total : 0), 0);

/** Numbers, and a paragraph for each operator: `anna: 12 × case.opened, 1 × member.credited`. */
function valuesOf(rows: readonly Counted[], language: Locale) {
  const number = (value: number): string => new Intl.NumberFormat(language).format(value);
  const own = rows.filter(({ actor }) => actor.startsWith('operator:'));
  const isEye = (act: string) => act.startsWith('eye.');
  const names = [...new Set(own.map(({ actor }) => actor))];
  const paragraphs = names.map((name) => {
    const acts = own.filter(({ actor }) => actor === name);
    const list = acts.map(({ act, total }) => `${number(total)} × ${act}`).join(', ');
    return `${name.replace(/^operator:/, '')}: ${list}`;
  });
  return {
    acts: number(sumOf(own, (act) => !isEye(act))),
    value: number(sumOf(own, (act) => ofValue.has(act))),
    seen: number(sumOf(own, isEye)),
    refused: number(sumOf(rows, (act) => act === 'operator.login-refused')),
    moved: number(sumOf(rows, (act) => act === 'operator.session-moved')),
    operators: paragraphs.join('\n\n') || '–',
  };
}
