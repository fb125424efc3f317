import {
  type EarningShow,
  type EarningSums,
  type ShowKind,
  sumByKind,
  sumEarnings,
} from '#contract/studio/numbers/earnings-calls.ts';
import { type EarnedPart, type ShownChat, shownChats } from '#server/chat/receipt/earned.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import type { Deps } from '#server/ports/deps.ts';

/** The parts of one cause on one day, a row of the list. */
export interface Show extends Pick<EarnedPart, 'day' | 'cause' | 'at'> {
  parts: EarnedPart[];
}

/** Newest first. */
export function showsOf(parts: readonly EarnedPart[]): Show[] {
  const shows = Map.groupBy(parts, ({ day, cause }) => `${day} ${cause}`);
  return [...shows.values()]
    .flatMap((own) => {
      const [first] = own.toSorted((one, next) => one.at.getTime() - next.at.getTime());
      return first ? [{ day: first.day, cause: first.cause, at: first.at, parts: own }] : [];
    })
    .sort(
      (one, next) =>
        next.day.localeCompare(one.day) ||
        next.at.getTime() - one.at.getTime() ||
        next.cause.localeCompare(one.cause),
    );
}

/** Adds names and times, in the order given, with the same number of queries for any number of shows. */
export async function describeShows(deps: Deps, shows: readonly Show[]): Promise<EarningShow[]> {
  const idsOf = (prefix: string) =>
    shows.flatMap(({ cause }) => (cause.startsWith(prefix) ? [cause.slice(prefix.length)] : []));
  const chats = await shownChats(deps.db, [...new Set(idsOf('session:'))]);
  const names = await memberNames(deps, [...new Set(idsOf('member:'))].map(Number));
  return shows.map((show) => {
    const [what = '', id = ''] = show.cause.split(':');
    const chat = what === 'session' ? chats.get(id) : undefined;
    const member = chat?.member ?? (what === 'member' ? names.get(Number(id)) : undefined) ?? null;
    return rowOf(show, chat, member);
  });
}

function rowOf({ at, parts }: Show, chat: ShownChat | undefined, member: string | null): EarningShow {
  const byKind = sumByKind(parts);
  const sums: EarningSums = sumEarnings(parts);
  return {
    begin: (chat?.begin ?? at).toISOString(),
    member,
    seconds: chat?.seconds ?? null,
    kinds: kindsOf(byKind, chat),
    ...(chat?.prices && { prices: chat.prices }),
    byKind,
    ...sums,
  };
}

const kindsOf = (byKind: EarningShow['byKind'], chat: ShownChat | undefined): ShowKind[] => [
  ...(chat?.isFree ? (['free'] as const) : []),
  ...byKind.map(({ kind }) => kind),
  ...(chat?.hasCamBack ? (['camBack'] as const) : []),
];
