import { type ChatType, chatTypeFor, isDearer, minutePrice } from '#contract/chat/session.ts';
import type { getChatJoinToken as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { isPaused, isVip } from '#contract/performers/status.ts';
import type { Caller } from '#server/identity/caller.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { findPerformer, type Performer } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { giveNickname, requireNickname } from '../dial-in/nickname.ts';
import { findRest } from '../minutes/run-minute.ts';
import { roomRules } from '../room/room-settings.ts';
import { requireWelcome, sanctionedOf } from '../room/sanctions/reads.ts';
import { signJoin, type Viewer, viewerOf } from './chat-auth.ts';
import { guestSecondsLeft } from './reads.ts';

export async function getChatJoinToken(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const performer = await findPerformer(deps, input.performer);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const viewer = await viewerOf(deps, caller);
  if (viewer.dialIn) await takeNickname(deps, viewer.dialIn, input);
  const type = await requireAdmission(deps, viewer, performer, input.type);
  return { token: await signJoin(deps, { performer: performer.id, type, ...viewer }) };
}

/** The guest of a call is asked for a name before joining (live spec 4). */
async function takeNickname(deps: Deps, dialIn: string, input: ParsedInput<typeof call>): Promise<void> {
  if (input.session !== undefined && input.session !== dialIn)
    throw new AppError('badRequest.dialIn.notExists');
  const chosen = input.meta?.['nickname']?.trim();
  if (chosen !== undefined) await giveNickname(deps, dialIn, chosen);
  else await requireNickname(deps, dialIn);
}

/**
 * The kind of chat that this viewer may join. Throws the first obstacle, those the visitor can remove first, and
 * `badRequest.chat.switched` where it is dearer than what was agreed to.
 */
export async function requireAdmission(
  deps: Deps,
  viewer: Viewer,
  performer: Performer,
  agreed?: ChatType,
): Promise<ChatType> {
  if ((await roomRules(deps, performer.id)).isClosed) throw new AppError('badRequest.chat.closed');
  const { member: memberId, guest: guestKey, dialIn: dialInSession } = viewer;
  await requireWelcome(deps, performer.id, sanctionedOf({ memberId, guestKey, dialInSession }));
  const type = chatTypeFor(performer.onlineStatus);
  if (type === null) throw new AppError(absence(performer.onlineStatus));
  if (viewer.dialIn) {
    if (agreed && isDearer(type, agreed)) throw new AppError('badRequest.chat.switched');
    return type;
  }
  if (viewer.member === null) {
    if (type !== 'free') throw new AppError('badRequest.unauthorized');
    const left = await guestSecondsLeft(deps, viewer.guest ?? '', performer.id);
    if (left === 0) throw new AppError('badRequest.guest.expired');
    return type;
  }
  if (agreed && isDearer(type, agreed)) throw new AppError('badRequest.chat.switched');
  if (!(await canPay(deps, viewer.member, performer, type)))
    throw new AppError('badRequest.deduct.credits.amount');
  return type;
}

/** Whether the member can watch: free, with the rest of a minute, or with credits for one. */
async function canPay(deps: Deps, memberId: number, performer: Performer, type: ChatType): Promise<boolean> {
  const price = minutePrice(type, performer.onlineStatus);
  if (type === 'free' || price === 0) return true;
  if ((await balanceOf(deps.db, { kind: 'member', owner: memberId })) >= price) return true;
  const owner = { memberId, performerId: performer.id, mode: type };
  return (await findRest(deps.db, owner, deps.now())) !== undefined;
}

/** Why nothing can be joined. */
export function absence(status: number): ErrorLabel {
  if (isPaused(status)) return 'badRequest.performer.paused';
  return isVip(status) ? 'badRequest.performer.busy' : 'badRequest.performer.offline';
}
