import { and, desc, eq } from 'drizzle-orm';
import type { Target } from '#contract/chat/room/sanction-calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../../session/tables.ts';
import { type Sanctioned, sanctionedOf } from './reads.ts';

export interface Viewer extends Sanctioned {
  /** In the room. */
  name: string;
}

/** Finds the newest session of this room that matches the target. Throws `badRequest.notFound`. */
export async function findViewer(
  deps: Pick<Deps, 'db'>,
  performerId: number,
  target: Target,
): Promise<Viewer> {
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
