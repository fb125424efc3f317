import { eq, type SQL } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { otherSide, type Side } from '#contract/messaging/messages.ts';
import type { PushName, ServerPushes } from '#contract/socket.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller, MemberCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse, type Visitor } from '#server/ports/performer-viewer.ts';
import type { Push } from '#server/ports/push.ts';
import { conversations } from './tables.ts';

/** The reading or writing side of a conversation. */
export interface Party {
  readonly side: Side;
  /** Id of the member or performer. */
  readonly id: number;
}

/** Throws `badRequest.unauthorized` unless the caller is a member or performer. */
export function partyOf(caller: Caller): Party {
  if (caller.kind === 'member') return { side: 'member', id: caller.memberId };
  if (caller.kind === 'performer') return { side: 'performer', id: caller.performerId };
  throw new AppError('badRequest.unauthorized');
}

/** Returns the calling party and counts the call against its limit. Throws without a messenger. */
export async function readerOf(deps: Pick<Deps, 'brand' | 'limits'>, caller: Caller): Promise<Party> {
  requireFeature(deps, 'messenger');
  const party = partyOf(caller);
  await deps.limits.take('inbox', keyOf(party));
  return party;
}

/** A member as a visitor whom some performers block, to whom nothing of theirs is shown. */
export const memberVisitor = async (
  { db, blockersOf }: Pick<Deps, 'db' | 'blockersOf'>,
  { memberId, request }: MemberCaller,
): Promise<Visitor> => ({ location: request.location, blockers: await blockersOf(db, memberId) });

/** For whom a conversation's participants are read: a performer reads only herself. */
export const participantViewer = async (
  deps: Pick<Deps, 'db' | 'blockersOf'>,
  caller: Caller,
): Promise<Visitor | typeof inHouse> => (caller.kind === 'member' ? memberVisitor(deps, caller) : inHouse);

export const keyOf = ({ side, id }: Party): string => `${side}:${id}`;

type Pair = Pick<typeof conversations.$inferSelect, 'memberId' | 'performerId'>;

export const partiesOf = ({ memberId, performerId }: Pair): Record<Side, Party> => ({
  member: { side: 'member', id: memberId },
  performer: { side: 'performer', id: performerId },
});

/** The party opposite to `side`. */
export const otherOf = (pair: Pair, side: Side): Party => partiesOf(pair)[otherSide(side)];

const owner = { member: conversations.memberId, performer: conversations.performerId };

export const isPartyTo = ({ side, id }: Party): SQL => eq(owner[side], id);

export function pushTo<Name extends PushName>(
  push: Push,
  { side, id }: Party,
  name: Name,
  payload: ServerPushes[Name],
): void {
  if (side === 'member') push.toMember(id, name, payload);
  else push.toPerformer(id, name, payload);
}
