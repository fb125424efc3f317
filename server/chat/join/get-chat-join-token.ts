import { minuteCredits, unitCredits } from '#contract/chat/prices.ts';
import { type ChatType, chatTypeFor, isDearer } from '#contract/chat/session.ts';
import type { getChatJoinToken as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isPaused, isVip } from '#contract/performers/status.ts';
import type { Caller } from '#server/identity/caller.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Performer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { refuseSpend } from '#server/wallet/spending/spend.ts';
import { giveNickname, requireNickname } from '../dial-in/change-nickname.ts';
import { roomRules } from '../room/room-settings.ts';
import { requireWelcome, sanctionedOf } from '../room/sanctions/reads.ts';
import { signJoin, type Viewer, viewerOf } from '../session/chat-auth.ts';
import { absence, guestSecondsLeft } from '../session/reads.ts';
import { findRest } from '../units/run-unit.ts';
import { ownShow } from '../vip/reads.ts';
import { offeredPrices, requireAgreed } from './offered-prices.ts';

export async function getChatJoinToken(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const shown = performersFor(deps, visitorOf(caller));
  const name = input.performer;
  const performer = await (typeof name === 'number' ? shown.byId(name) : shown.byName(name));
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const viewer = await viewerOf(deps, caller);
  if (viewer.dialIn) await takeNickname(deps, viewer.dialIn, input);
  const type = await requireAdmission(deps, viewer, performer, input.type);
  const prices = await offeredPrices(deps, viewer, performer, type);
  requireAgreed(prices, type, input.price);
  const price = minuteCredits(prices, type);
  return { token: signJoin(deps, { performer: performer.id, type, price, ...viewer }) };
}

/** A dial-in guest must choose a name before joining (live spec 4). */
async function takeNickname(deps: Deps, dialIn: string, input: ParsedInput<typeof call>): Promise<void> {
  if (input.session !== undefined && input.session !== dialIn)
    throw new AppError('badRequest.dialIn.notExists');
  const chosen = input.meta?.['nickname']?.trim();
  if (chosen !== undefined) await giveNickname(deps, dialIn, chosen);
  else await requireNickname(deps, dialIn);
}

/**
 * Returns the kind of chat this viewer may join. Throws the first obstacle, starting with those the visitor can remove;
 * `badRequest.chat.switched` if the chat costs more than `agreed`.
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
  const type = (await isOwnShow(deps, viewer, performer, agreed))
    ? 'vip'
    : chatTypeFor(performer.onlineStatus);
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
  await requireCanPay(deps, viewer.member, performer, type);
  return type;
}

/** A show is rejoined only by its own member and only on request (`agreed`), never by a plain join. */
async function isOwnShow(
  { db }: Deps,
  { member }: Viewer,
  { id, onlineStatus }: Performer,
  agreed?: ChatType,
): Promise<boolean> {
  if (agreed !== 'vip' || member === null || !isVip(onlineStatus)) return false;
  return (await ownShow(db, id, member)) !== undefined;
}

/** Passes if the chat is free, a rest of a unit is left, or credits and limits allow a unit. */
async function requireCanPay(
  deps: Deps,
  memberId: number,
  performer: Performer,
  type: ChatType,
): Promise<void> {
  if (type === 'free' || isPaused(performer.onlineStatus)) return;
  const price = unitCredits(await offeredPrices(deps, { member: memberId }, performer, type), type);
  const now = deps.now();
  if (await findRest(deps.db, { memberId, performerId: performer.id, mode: type }, now)) return;
  if ((await balanceOf(deps.db, { kind: 'member', owner: memberId })) < price)
    throw new AppError('badRequest.deduct.credits.amount');
  const refusal = await refuseSpend(deps.db, { memberId, amount: price, at: now });
  if (refusal) throw new AppError(refusal);
}
