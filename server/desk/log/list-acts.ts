import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { addDays, startOfDay } from '#contract/day.ts';
import { ACTS_PER_PAGE, type listActs as call } from '#contract/desk/log-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { auditRows } from '#server/audit/tables.ts';
import { auditedActs } from '#server/events.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

const actNames = auditedActs.toSorted();

export async function listActs(
  deps: Deps,
  caller: Caller,
  { actor, subject, act, day, before }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireDesk(caller);
  const rows = await deps.db
    .select()
    .from(auditRows)
    .where(
      and(
        actor === '' ? undefined : eq(auditRows.actor, actor.includes(':') ? actor : actorOf(actor)),
        subject === '' ? undefined : isAbout(subject),
        act === '' ? undefined : isCalled(act.toLowerCase()),
        day === undefined ? undefined : isOn(day),
        before === undefined ? undefined : lt(auditRows.id, before),
      ),
    )
    .orderBy(desc(auditRows.id))
    .limit(ACTS_PER_PAGE + 1);
  const page = rows.slice(0, ACTS_PER_PAGE);
  const keys = page.flatMap((row) => [row.actor, row.subject ?? '']);
  return {
    acts: page.map(shownAct),
    more: rows.length > page.length,
    names: actNames,
    performers: await namesIn(deps, keys),
  };
}

export const shownAct = ({ memberId, requestId: _, at, ...act }: typeof auditRows.$inferSelect) => ({
  ...act,
  member: memberId,
  at: at.toISOString(),
});

const isCalled = (name: string): SQL | undefined =>
  or(eq(auditRows.act, name), sql`starts_with(${auditRows.act}, ${`${name}.`})`);

const isOn = (day: string): SQL | undefined =>
  and(gte(auditRows.at, startOfDay(day)), lt(auditRows.at, startOfDay(addDays(day, 1))));

/** Kinds of callers that have no id. */
const nameless = ['guest', 'dial-in-guest', 'system'];

const actorOf = (name: string): string => (nameless.includes(name) ? name : `operator:${name.toLowerCase()}`);

function isAbout(subject: string): SQL | undefined {
  const [, id] = /^member:(\d{1,9})$/.exec(subject) ?? [];
  const isSubject = eq(auditRows.subject, subject);
  return id === undefined ? isSubject : or(isSubject, eq(auditRows.memberId, Number(id)));
}

async function namesIn(deps: Pick<Deps, 'db'>, keys: readonly string[]): Promise<Record<string, string>> {
  const ids = keys.flatMap((key) => /^performer:(\d{1,9})$/.exec(key)?.slice(1) ?? []).map(Number);
  const names = await performersFor(deps, inHouse).names(ids);
  return Object.fromEntries([...names].map(([id, name]) => [`performer:${id}`, name]));
}
