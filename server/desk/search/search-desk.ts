import { isRoleAmong, type OperatorRole } from '#contract/desk/roles.ts';
import type { searchDesk as call } from '#contract/desk/search-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { sessionById } from '#server/chat/session/reads.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { findRecords } from '#server/performers/records/find-records.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { caseById, caseOfReport } from '#server/safety/reports/reads.ts';
import type { ReportCase } from '#server/safety/reports/transitions.ts';
import { findMembers } from '../members/find-members.ts';

type Hit = OutputOf<typeof call>['result'][number];

/** Performers found by a part of their name. */
const NAMES_MAX = 20;

export async function searchDesk(
  deps: Deps,
  caller: Caller,
  { query }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { role } = requireDesk(caller);
  const members = maySeeMembers(role) ? (await findMembers(deps, caller, { query })).result : [];
  const hits: Hit[] = members.map(({ by, memberId, username, email }) => ({
    by,
    key: `member:${memberId}`,
    name: username,
    email,
  }));
  if (isRoleAmong(role, ['support', 'moderator', 'finance']))
    hits.push(...(await performerHits(deps, query)));
  hits.push(...(await sessionHits(deps, query, role)));
  if (isRoleAmong(role, ['moderator'])) hits.push(...(await caseHits(deps, query)));
  // The sort is stable: what was found exactly keeps its order.
  return { result: hits.sort((left, right) => Number(isExact(right, query)) - Number(isExact(left, query))) };
}

const maySeeMembers = (role: OperatorRole): boolean => isRoleAmong(role, ['support', 'finance']);

/** Everything but people is found by its whole number only. */
function isExact({ by, key, name }: Hit, query: string): boolean {
  if ((by !== 'member' && by !== 'performer') || query.includes('@')) return true;
  return name.toLowerCase() === query.toLowerCase() || key === query || key.endsWith(`:${query}`);
}

async function performerHits({ db }: Deps, query: string): Promise<Hit[]> {
  const rows = await findRecords(db, { query, show: 'all', limit: NAMES_MAX, offset: 0 });
  return rows.map(({ id, username }) => ({
    by: 'performer',
    key: `performer:${id}`,
    name: username,
    email: null,
  }));
}

/** The two people of a chat. */
async function sessionHits(deps: Deps, query: string, role: OperatorRole): Promise<Hit[]> {
  const session = await sessionById(deps.db, query.replace(/^session:/, ''));
  if (!session) return [];
  const { performerId, memberId } = session;
  const performers = await performersFor(deps, inHouse).names([performerId]);
  const found = { by: 'session', email: null } as const;
  const hits: Hit[] = [
    { ...found, key: `performer:${performerId}`, name: performers.get(performerId) ?? '' },
  ];
  if (memberId !== null && maySeeMembers(role)) {
    const names = await memberNames(deps, [memberId]);
    hits.push({ ...found, key: `member:${memberId}`, name: names.get(memberId) ?? '' });
  }
  return hits;
}

async function caseHits(deps: Deps, query: string): Promise<Hit[]> {
  const hitOf = async (by: 'case' | 'report', found: ReportCase): Promise<Hit> => {
    const { id, performerId, memberId } = found;
    const names =
      performerId === null
        ? await memberNames(deps, [memberId ?? 0])
        : await performersFor(deps, inHouse).names([performerId]);
    return { by, key: `case:${id}`, name: names.get(performerId ?? memberId ?? 0) ?? '', email: null };
  };
  const [, number] = /^case:(\d{1,9})$/.exec(query) ?? [];
  const byNumber = number === undefined ? undefined : await caseById(deps.db, Number(number));
  const byReport = await caseOfReport(deps.db, query.replace(/^report:/, ''));
  return [
    ...(byNumber ? [await hitOf('case', byNumber)] : []),
    ...(byReport ? [await hitOf('report', byReport)] : []),
  ];
}
