import { endedAmong, noteUsed } from '#server/identity/sessions.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Sockets } from './sockets.ts';

/**
 * Disconnects this node's sockets whose login ended unnoticed: expired, or ended from the shell or an unreachable
 * node. Open pages of members, and of performers who are on, renew their login.
 */
export async function recheckSessions(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'push'>,
  io: Sockets,
): Promise<void> {
  const ids = new Set<string>();
  const used = new Set<string>();
  const online = await onlinePerformers(deps);
  for (const { data } of io.sockets.sockets.values()) {
    // A socket that is still being authenticated has no caller.
    const { caller } = data as Partial<typeof data>;
    if (caller?.kind !== 'member' && caller?.kind !== 'performer') continue;
    ids.add(caller.sessionId);
    if (caller.kind === 'member' || online.has(caller.performerId)) used.add(caller.sessionId);
  }
  await noteUsed(deps, [...used]);
  for (const id of await endedAmong(deps, [...ids])) deps.push.endSession(id);
}
