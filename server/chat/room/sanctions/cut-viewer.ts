import { viewerCut } from '#contract/chat/sanctions.ts';
import type { CutGround } from '#contract/chat/session.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endChatSession } from '../../session/end-chat-session.ts';
import { sanctions } from '../tables.ts';
import { giveBackKept } from './apply-sanction.ts';
import type { Viewer } from './find-viewer.ts';
import { liftEarlier } from './lift-earlier.ts';
import { openSessions } from './reads.ts';
import { tellWelcome } from './welcome.ts';

interface Cut {
  performerId: number;
  viewer: Viewer;
  ground: CutGround;
}

/** Keeps a viewer out of a room for an operator, instead of an earlier cut. Returns the number of the sanction. */
export async function storeViewerCut(
  tx: Pick<Tx, 'insert' | 'update'>,
  { performerId, viewer, ground, until, at }: Cut & { until: Date; at: Date },
): Promise<number> {
  await liftEarlier(tx, { performerId, viewer, kind: 'cut', at });
  const [row] = await tx
    .insert(sanctions)
    .values({ performerId, ...viewer, kind: 'cut', reason: ground, since: at, until })
    .returning({ id: sanctions.id });
  if (!row) throw new Error(`Cut in room ${performerId} was not inserted`);
  return row.id;
}

/** Ends the viewer's running chats and kept show, and tells both sides why. */
export async function enforceViewerCut(deps: Deps, { performerId, viewer, ground }: Cut): Promise<void> {
  const who = { performerId, ...viewer };
  for (const session of await openSessions(deps, who)) await endChatSession(deps, session, viewerCut(ground));
  await giveBackKept(deps, who);
  tellWelcome(deps, who);
  deps.push.toPerformer(performerId, 'studio-ended', { what: 'viewer', why: ground, member: viewer.name });
}
