import { and, asc, desc, eq, ne } from 'drizzle-orm';
import {
  type listViewers as call,
  type listSanctions as listSanctionsCall,
  paysFrom,
  type sanctionViewer as sanctionViewerCall,
} from '#contract/chat/room/sanction-calls.ts';
import { sanctionMinutes } from '#contract/chat/sanctions.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { memberBalances } from '#server/ledger/transfer.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import { notesAbout } from '#server/performers/notes/notes.ts';
import type { Deps } from '#server/ports/deps.ts';
import { agreedPrices } from '../../session/reads.ts';
import { chatSessions } from '../../session/tables.ts';
import { appointedRows } from '../moderators/reads.ts';
import { sanctions } from '../tables.ts';
import { applySanction } from './apply-sanction.ts';
import { endSanction } from './end-sanction.ts';
import { findViewer, isOfRoom, standsAt, toSanction } from './reads.ts';

/**
 * Mutes, kicks or blocks a viewer of the caller's own room, replacing a valid sanction of the same kind. Throws
 * `badRequest.notFound` for a viewer who was never in this room.
 */
export async function sanctionViewer(
  deps: Deps,
  caller: Caller,
  { target, kind, minutes = sanctionMinutes[kind], reason }: ParsedInput<typeof sanctionViewerCall>,
): Promise<OutputOf<typeof sanctionViewerCall>> {
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  const viewer = await findViewer(deps, performerId, target);
  const sanction = { performerId, viewer, kind, minutes, reason, byMemberId: null };
  return toSanction(await applySanction(deps, performer, sanction), null);
}

/** Lifts a sanction of the caller's own room. Throws `badRequest.notFound`, also if it was already lifted. */
export async function liftSanction(
  deps: Deps,
  caller: Caller,
  { sanction }: { sanction: number },
): Promise<true> {
  const performer = requirePerformer(caller);
  const which = eq(sanctions.performerId, performer.performerId);
  await endSanction(deps, performer, { sanction, which });
  return true;
}

/** Valid sanctions, newest first. */
export async function listSanctions(deps: Deps, caller: Caller): Promise<OutputOf<typeof listSanctionsCall>> {
  const { performerId } = requirePerformer(caller);
  const rows = await deps.db
    .select()
    .from(sanctions)
    .where(and(eq(sanctions.performerId, performerId), standsAt(deps.now())))
    .orderBy(desc(sanctions.id));
  const shown = rows.filter(isOfRoom);
  const moderators = shown.map(({ byMemberId }) => byMemberId).filter((id) => id !== null);
  const names = await memberNames(deps, moderators);
  return { sanctions: shown.map((row) => toSanction(row, names.get(row.byMemberId ?? 0) ?? null)) };
}

/** Lists viewers in the order in which they joined. */
export async function listViewers(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const rows = await deps.db
    .select({
      session: chatSessions.id,
      name: chatSessions.sender,
      memberId: chatSessions.memberId,
      type: chatSessions.type,
      chatPrice: chatSessions.chatPrice,
      vipPrice: chatSessions.vipPrice,
      unitSeconds: chatSessions.unitSeconds,
    })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), ne(chatSessions.state, 'ended')))
    .orderBy(asc(chatSessions.joinedAt));
  const members = rows.map(({ memberId }) => memberId).filter((id) => id !== null);
  const balances = await memberBalances(deps.db, members);
  const notes = await notesAbout(deps.db, performerId, members);
  const appointed = await appointedRows(deps.db, performerId, deps.now());
  const moderators = new Set(appointed.map((row) => row.memberId));
  return {
    viewers: rows.map(({ session, name, memberId, type, ...copied }) => ({
      session,
      name,
      type,
      memberId,
      note: memberId === null ? '' : (notes.get(memberId)?.text ?? ''),
      isGuest: memberId === null,
      isModerator: memberId !== null && moderators.has(memberId),
      paysFrom: memberId === null ? null : paysFrom(balances.get(memberId) ?? 0, type, agreedPrices(copied)),
    })),
  };
}
