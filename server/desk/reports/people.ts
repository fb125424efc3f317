import { memberNames } from '#server/member/names/chat-name.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export interface PersonIds {
  readonly performerId: number | null;
  readonly memberId: number | null;
}

/** As the desk shows a person: with the key of the log. */
export interface Person {
  key: string;
  /** Null once the account is erased. */
  name: string | null;
}

/** Names many people at once; the result is null for nobody. */
export async function namePeople(
  deps: Pick<Deps, 'db' | 'brand'>,
  people: readonly PersonIds[],
): Promise<(ids: PersonIds) => Person | null> {
  const idsOf = (pick: (ids: PersonIds) => number | null) => [
    ...new Set(people.map(pick).filter((id) => id !== null)),
  ];
  const performers = await performersFor(deps, inHouse).names(idsOf(({ performerId }) => performerId));
  const members = await memberNames(
    deps,
    idsOf(({ memberId }) => memberId),
  );
  return ({ performerId, memberId }) => {
    if (performerId !== null)
      return { key: `performer:${performerId}`, name: performers.get(performerId) ?? null };
    return memberId === null ? null : { key: `member:${memberId}`, name: members.get(memberId) ?? null };
  };
}
