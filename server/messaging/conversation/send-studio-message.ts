import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import type { sendStudioMessage as call } from '#contract/studio/inbox-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { hasFavourite } from '#server/member/favourites/favourites.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { keyOf, partyOf } from '../party.ts';
import { conversationOf, conversationsWith } from '../reads.ts';
import { toPrivateMessage } from './message.ts';
import { earlierMessages } from './read-conversation.ts';
import { sameSince } from './same-since.ts';
import { storePrivateMessage } from './store-private-message.ts';
import { tellMessage } from './tell-message.ts';

type Input = ParsedInput<typeof call>;

const DAY_MS = 24 * 3_600_000;
/** From this many other conversations per day on, the same text or picture is marked as a mass message. */
const MASS_FROM = 5;
/** Maximum number of conversations per day for the same text or picture. */
const MASS_MOST = 50;

/**
 * Free of charge. Throws `badRequest.notFound` for a member without a conversation or favourite with the performer,
 * `badRequest.tooMany` for the same content to too many, and as `storePrivateMessage` does.
 */
export async function sendStudioMessage(
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'messenger');
  const { performerId } = requirePerformer(caller);
  const party = partyOf(caller);
  await deps.limits.take('private-message', keyOf(party));
  const memberId = await recipientOf(deps, performerId, input);
  const at = deps.now();
  const written = { ...party, memberId, performerId, clientId: input.clientId, text: input.message, at };
  const content = cleanText(deps, input.message, { earlier: await earlierMessages(deps.db, written) });
  const photo = input.attachment ?? null;
  const same = await sameSince(
    deps.db,
    { memberId, performerId, content, photo },
    new Date(at.getTime() - DAY_MS),
  );
  if (same >= MASS_MOST) throw new AppError('badRequest.tooMany');
  const message = {
    memberId,
    performerId,
    clientId: input.clientId ?? deps.newId(),
    content,
    photo,
    at,
    isMass: same >= MASS_FROM,
    price: null,
  };
  const stored = await deps.db.transaction(async (tx) => {
    const stored = await storePrivateMessage(deps, tx, party, message);
    if (stored.created) tx.afterCommit(() => tellMessage(deps, party, stored));
    return stored;
  });
  return { message: toPrivateMessage(deps, stored, { reader: party, positions: stored.positions }) };
}

async function recipientOf(
  deps: Deps,
  performerId: number,
  { conversationId, memberId }: Input,
): Promise<number> {
  const party = { side: 'performer', id: performerId } as const;
  if (conversationId !== NEW_CONVERSATION)
    return (await conversationOf(deps.db, party, conversationId)).conversation.memberId;
  if (memberId === undefined) throw new AppError('badRequest.invalid.input', { fields: ['memberId'] });
  const isKnown = (await conversationsWith(deps.db, party, [memberId])).has(memberId);
  if (!isKnown && !(await hasFavourite(deps.db, memberId, performerId)))
    throw new AppError('badRequest.notFound');
  return memberId;
}
