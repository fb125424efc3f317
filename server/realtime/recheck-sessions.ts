import { endedAmong } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Sockets } from './sockets.ts';

/**
 * Disconnects sockets of this node whose login ended unnoticed: it expired, or was ended from the shell or by a node
 * that could not reach this one.
 */
export async function recheckSessions(deps: Pick<Deps, 'db' | 'now' | 'push'>, io: Sockets): Promise<void> {
  const ids = new Set<string>();
  for (const { data } of io.sockets.sockets.values()) {
    // A socket that is still being authenticated has no caller.
    const { caller } = data as Partial<typeof data>;
    if (caller?.kind === 'member' || caller?.kind === 'performer') ids.add(caller.sessionId);
  }
  for (const id of await endedAmong(deps, [...ids])) deps.push.endSession(id);
}
