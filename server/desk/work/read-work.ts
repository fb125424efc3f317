import { isRoleAmong } from '#contract/desk/roles.ts';
import {
  byUrgency,
  type readWork as call,
  dueOf,
  type Piece,
  WORK_MAX,
  workKinds,
  workRoles,
} from '#contract/desk/work-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { countsFor } from './count-work.ts';
import { readHandovers } from './handovers.ts';
import { sources } from './sources.ts';

export async function readWork(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
): Promise<OutputOf<typeof call>> {
  const { role } = requireDesk(caller);
  const all: Piece[] = [];
  for (const kind of workKinds) {
    if (!isRoleAmong(role, workRoles[kind])) continue;
    const waiting = await sources[kind](deps, role);
    for (const { id, about, since, isUrgent = false, due: own } of waiting) {
      const due = (own ?? dueOf(kind, since, isUrgent))?.toISOString() ?? null;
      all.push({ kind, id, about, performer: null, since: since.toISOString(), due, isUrgent });
    }
  }
  const pieces = all.sort(byUrgency).slice(0, WORK_MAX);
  const ids = pieces.flatMap(({ about }) => performerIn(about) ?? []);
  const names = await performersFor(deps, inHouse).names(ids);
  return {
    now: deps.now().toISOString(),
    pieces: pieces.map((piece) => ({
      ...piece,
      performer: names.get(performerIn(piece.about) ?? 0) ?? null,
    })),
    counts: await countsFor(deps, role),
    handovers: await readHandovers(deps.db),
  };
}

function performerIn(key: string | null): number | undefined {
  const [, id] = /^performer:(\d{1,9})$/.exec(key ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}
