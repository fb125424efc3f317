import type { Deps } from '#server/ports/deps.ts';
import { toRequest, toStudio } from './reads.ts';
import type { VipRow } from './tables.ts';

/** Tells both sides the state of each request. Call after the commit. */
export async function announceVip(deps: Deps, rows: readonly VipRow[]): Promise<void> {
  for (const row of rows) {
    const vip = toRequest(row, deps.now());
    deps.push.toChatSession(row.sessionId, 'vip-state', { session: row.sessionId, ...vip });
    deps.push.toPerformer(row.performerId, 'studio-vip', await toStudio(deps, row));
    record(deps, row);
  }
}

function record(deps: Deps, row: VipRow): void {
  const { performerId: performer, sessionId: session, reason } = row;
  if (row.state === 'pending') deps.events.record('vip.requested', { performer, session });
  else if (row.state === 'declined') deps.events.record('vip.refused', { performer, session, reason });
  else if (row.state === 'stopped') deps.events.record('vip.ended', { performer, session });
  else if (row.awayUntil) deps.events.record('vip.kept', { performer, session });
  else deps.events.record(session === row.beganIn ? 'vip.started' : 'vip.continued', { performer, session });
}
