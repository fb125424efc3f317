import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { addDays, startOfDay } from '#contract/day.ts';
import { ACTS_PER_PAGE, type listActs as call } from '#contract/desk/log-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { auditRows } from '#server/audit/tables.ts';
import { auditedActs } from '#server/events.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { operatorByName } from '#server/identity/operators/reads.ts';
import { findMember, membersById, membersLike } from '#server/member/account/find-member.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { findRecords } from '#server/performers/records/find-records.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

const actNames = auditedActs.toSorted();

export async function listActs(
  deps: Deps,
  caller: Caller,
  { person, actor, subject, act, day, before }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { role } = requireOperator(caller);
  const rows = await deps.db
    .select()
    .from(auditRows)
    .where(
      and(
        person === '' ? undefined : await isOfPerson(deps, person),
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
  return {
    acts: page.map((row) => shownAct(row, role)),
    more: rows.length > page.length,
    names: actNames,
    people: await namesIn(deps, page),
  };
}

/** The network and browser of a colleague are for owners. */
export const shownAct = (
  { memberId, requestId: _, at, network, browser, ...act }: typeof auditRows.$inferSelect,
  role: OperatorRole,
) => ({
  ...act,
  member: memberId,
  network: role === 'owner' ? network : null,
  browser: role === 'owner' ? browser : null,
  at: at.toISOString(),
});

/** People whose names begin with what was typed, if no name is the same. */
const NAMES_MAX = 20;

/** What people of a name did, and what was done to them. A name that nobody has finds nothing. */
async function isOfPerson(deps: Deps, name: string): Promise<SQL | undefined> {
  const exact = await findMember(deps.db, name).catch(() => null);
  const members = exact ? [exact.id] : await membersLike(deps.db, name, NAMES_MAX);
  const query = { query: name, show: 'all', limit: NAMES_MAX, offset: 0 } as const;
  const performers = (await findRecords(deps.db, query)).map(({ id }) => `performer:${id}`);
  const operator = await operatorByName(deps.db, name);
  const keys = [
    ...members.map((id) => `member:${id}`),
    ...performers,
    `operator:${operator?.name ?? name.toLowerCase()}`,
  ];
  const isMember = members.length > 0 ? inArray(auditRows.memberId, members) : undefined;
  return or(inArray(auditRows.actor, keys), inArray(auditRows.subject, keys), isMember);
}

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

const idsIn = (kind: 'member' | 'performer', keys: readonly string[]): number[] =>
  keys.flatMap((key) => new RegExp(`^${kind}:(\\d{1,9})$`).exec(key)?.slice(1) ?? []).map(Number);

async function namesIn(
  deps: Pick<Deps, 'db'>,
  rows: readonly (typeof auditRows.$inferSelect)[],
): Promise<Record<string, string>> {
  const keys = rows.flatMap((row) => [row.actor, row.subject ?? '', `member:${row.memberId}`]);
  const performers = await performersFor(deps, inHouse).names(idsIn('performer', keys));
  const members = await membersById(deps.db, idsIn('member', keys));
  return Object.fromEntries([
    ...[...performers].map(([id, name]) => [`performer:${id}`, name]),
    ...[...members].map(([id, { username }]) => [`member:${id}`, username]),
  ]);
}
