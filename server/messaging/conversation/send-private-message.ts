import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import type { sendPrivateMessage as call } from '#contract/messaging/conversation-calls.ts';
import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import { prices } from '#contract/wallet/prices.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { realNameWords } from '#server/performers/records/real-name.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { keyOf, partyOf } from '../party.ts';
import { conversationOf } from '../reads.ts';
import { toPrivateMessage } from './message.ts';
import { earlierMessages } from './read-conversation.ts';
import { storePrivateMessage } from './store-private-message.ts';
import { tellMessage } from './tell-message.ts';

type Input = ParsedInput<typeof call>;

/**
 * Stores and charges a message once per client id. Throws `badRequest.deduct.credits.amount` for a balance below the
 * price, `badRequest.performer.notExists` or `.removed`, and as `storePrivateMessage` does.
 */
export async function sendPrivateMessage(
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'messenger');
  const member = requireMember(caller);
  const { memberId } = member;
  const party = partyOf(member);
  await deps.limits.take('private-message', keyOf(party));
  const performerId = await recipientOf(deps, member, input);
  const at = deps.now();
  const written = { ...party, memberId, performerId, clientId: input.clientId, text: input.message, at };
  const content = cleanText(deps, input.message, {
    own: await realNameWords(deps, performerId),
    earlier: await earlierMessages(deps.db, written),
  });
  const { clientId = deps.newId(), attachment = null } = input;
  const message = {
    memberId,
    performerId,
    clientId,
    content,
    photo: attachment,
    price: prices.message,
    at,
  };
  const { stored, credits } = await deps.db
    .transaction(async (tx) => {
      const stored = await storePrivateMessage(deps, tx, party, message);
      const credits = stored.balance ?? (await balanceOf(tx, { kind: 'member', owner: memberId }));
      if (stored.created) {
        tx.afterCommit(() => tellMessage(deps, party, stored));
        tx.afterCommit(() => deps.push.toMember(memberId, 'updated-credits', { credits }));
      }
      return { stored, credits };
    })
    .catch(asRefusal);
  return {
    message: toPrivateMessage(deps, stored, { reader: party, positions: stored.positions }),
    credits,
  };
}

/** Returns the performer's id. Throws if the performer is gone, or has blocked this member. */
async function recipientOf(
  deps: Deps,
  member: MemberCaller,
  { conversationId, performerId: named }: Input,
): Promise<number> {
  const isNew = conversationId === NEW_CONVERSATION;
  if (isNew && named === undefined)
    throw new AppError('badRequest.invalid.input', { fields: ['performerId'] });
  const performerId = isNew
    ? (named ?? 0)
    : (await conversationOf(deps.db, partyOf(member), conversationId)).conversation.performerId;
  const performer = await deps.showingOf(deps.db, performerId);
  if (performer?.removedAt) throw new AppError('badRequest.performer.removed');
  if (!shownTo(visitorOf(member), performer)) throw new AppError('badRequest.performer.notExists');
  if ((await deps.blockersOf(deps.db, member.memberId)).includes(performerId))
    throw new AppError('badRequest.conversation.blocked');
  return performerId;
}

/** Maps an insufficient balance to its label for messages (platform spec 8). */
function asRefusal(error: unknown): never {
  if (labelOf(error) === 'badRequest.invalid.payment')
    throw new AppError('badRequest.deduct.credits.amount', { cause: error });
  throw error;
}
