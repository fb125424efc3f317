import { and, desc, eq, isNull } from 'drizzle-orm';
import type { sanctionViewer as call } from '#contract/chat/sanction-calls.ts';
import { type SanctionKind, sanctionMinutes } from '#contract/chat/sanctions.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type PerformerCaller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { leaveRests } from '../../minutes/run-minute.ts';
import { endChatSession } from '../../session/end-chat-session.ts';
import { chatSessions } from '../../session/tables.ts';
import { endAwayShowOf } from '../../vip/away.ts';
import { aboutWhom, isOf, openSessions, type Sanctioned, sanctionedOf, toSanction } from './reads.ts';
import { sanctions } from './tables.ts';
import { tellWelcome } from './tell-welcome.ts';

const MINUTE = 60_000;

type Input = ParsedInput<typeof call>;
type Row = typeof sanctions.$inferSelect;

/**
 * Mutes, kicks or blocks a viewer of the caller's own room, replacing a valid sanction of the same kind. Throws
 * `badRequest.notFound` for a viewer who was never in this room.
 */
export async function sanctionViewer(
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof call>> {
  const performer = requirePerformer(caller);
  const viewer = await findViewer(deps, performer.performerId, input.target);
  const row = await store(deps, performer, viewer, input);
  for (const session of await openSessions(deps, row)) await enforce(deps, session, row);
  if (row.kind !== 'mute') {
    await giveBackKept(deps, row);
    tellWelcome(deps, row);
  }
  deps.events.record('room.sanctioned', { performer: row.performerId, kind: row.kind });
  return toSanction(row);
}

interface Viewer extends Sanctioned {
  name: string;
}

/** Finds the newest session of this room that matches the target. */
async function findViewer(deps: Deps, performerId: number, target: Input['target']): Promise<Viewer> {
  const named =
    'session' in target ? eq(chatSessions.id, target.session) : eq(chatSessions.sender, target.name);
  const [viewer] = await deps.db
    .select({
      memberId: chatSessions.memberId,
      guestKey: chatSessions.guestKey,
      dialInSession: chatSessions.dialInSession,
      name: chatSessions.sender,
    })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), named))
    .orderBy(desc(chatSessions.joinedAt))
    .limit(1);
  if (!viewer) throw new AppError('badRequest.notFound');
  return { ...sanctionedOf(viewer), name: viewer.name };
}

async function store(deps: Deps, performer: PerformerCaller, viewer: Viewer, input: Input): Promise<Row> {
  const { performerId } = performer;
  const { kind, reason } = input;
  const at = deps.now();
  const minutes: number | null = input.minutes === undefined ? sanctionMinutes[kind] : input.minutes;
  const until = minutes === null ? null : new Date(at.getTime() + minutes * MINUTE);
  return deps.db.transaction(async (tx) => {
    await tx
      .update(sanctions)
      .set({ liftedAt: at })
      .where(
        and(
          eq(sanctions.performerId, performerId),
          isOf(viewer),
          eq(sanctions.kind, kind),
          isNull(sanctions.liftedAt),
        ),
      );
    const [row] = await tx
      .insert(sanctions)
      .values({ performerId, ...viewer, kind, reason, since: at, until })
      .returning();
    if (!row) throw new Error(`Sanction in room ${performerId} was not inserted`);
    const subject = `sanction:${row.id}`;
    await recordAct(tx, performer, { act: 'room.sanctioned', ...aboutWhom(row), subject, at });
    return row;
  });
}

/** Applies the sanction to a running session; joining and sending messages check it themselves. */
async function enforce(deps: Deps, session: string, { kind, since, until }: Row): Promise<void> {
  const acts: Record<SanctionKind, () => unknown> = {
    kick: () => endChatSession(deps, session, 'kicked'),
    block: () => endChatSession(deps, session, 'kicked'),
    mute: () => {
      const mutedMs = until === null ? null : until.getTime() - since.getTime();
      deps.push.toChatSession(session, 'chat-muted', { session, muted: true, mutedMs });
    },
  };
  await acts[kind]();
}

/** Ends the kept show and rests of a member who was sent out. */
async function giveBackKept(deps: Deps, { performerId, memberId }: Row): Promise<void> {
  if (memberId === null) return;
  await endAwayShowOf(deps, { performerId, memberId });
  await leaveRests(deps, { performerId, memberId }, 'kicked');
}
