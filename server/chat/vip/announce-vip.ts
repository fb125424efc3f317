import type { EndReason } from '#contract/chat/session.ts';
import type { StudioEnd } from '#contract/studio/events.ts';
import type { Deps } from '#server/ports/deps.ts';
import { toRequest, toStudio } from './reads.ts';
import type { VipRow } from './tables.ts';

type ShowEnd = Extract<StudioEnd, { what: 'show' }>['why'];

/** Tells both sides the state of each request. */
export async function announceVip(deps: Deps, rows: readonly VipRow[]): Promise<void> {
  for (const row of rows) {
    const vip = toRequest(row, deps.now());
    deps.push.toChatSession(row.sessionId, 'vip-state', { session: row.sessionId, ...vip });
    deps.push.toPerformer(row.performerId, 'studio-vip', await toStudio(deps, row));
    record(deps, row);
  }
}

const whyEnded: Partial<Record<EndReason, ShowEnd>> = {
  left: 'left',
  'vip-ended': 'left',
  'chat-switch': 'left',
  no_credits: 'credits',
  'limit-reached': 'credits',
  'cool-off': 'credits',
  'ping-auth-expired': 'lost',
  failed: 'lost',
  duplicate_session: 'lost',
  'ping-unauthorized': 'lost',
};

/** Tells the performer why a show has ended that she did not end herself. */
export function tellShowEnd({ push }: Pick<Deps, 'push'>, row: VipRow, reason: EndReason): void {
  const why = whyEnded[reason];
  if (why) push.toPerformer(row.performerId, 'studio-ended', { what: 'show', why, member: row.sender });
}

function record(deps: Deps, row: VipRow): void {
  const { performerId: performer, sessionId: session, reason } = row;
  if (row.state === 'pending') deps.events.record('vip.requested', { performer, session });
  else if (row.state === 'declined') deps.events.record('vip.refused', { performer, session, reason });
  else if (row.state === 'stopped') deps.events.record('vip.ended', { performer, session });
  else if (row.awayUntil) deps.events.record('vip.kept', { performer, session });
  else deps.events.record(session === row.beganIn ? 'vip.started' : 'vip.continued', { performer, session });
}
