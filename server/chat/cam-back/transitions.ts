import { eq } from 'drizzle-orm';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import { returnRoom, returnSender, returnViewer } from '#server/media/rooms.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { camBacks } from '../session/tables.ts';
import { announceCamBack } from './reads.ts';

type Session = Pick<ChatSession, 'id' | 'performerId' | 'sender'>;
type MovedCamera = Moved<typeof camBacks, Session>;

/** A member's camera in one chat; after a stop it may be shown again. */
export const camBackMachine = stateMachine<typeof camBacks, Session>({
  table: camBacks,
  first: 'loading',
  transitions: {
    loading: ['started', 'stopped'],
    started: ['stopped'],
    stopped: ['loading'],
  },
  follows: {
    loading: [announce],
    started: [announce, recordStarted],
    stopped: [closeRoom, announce, recordStopped],
  },
});

const move = async (
  deps: Deps,
  tx: Tx,
  session: Session,
  change: { to: 'loading' | 'started' | 'stopped'; set?: { stoppedAt: Date } },
): Promise<boolean> => {
  const where = eq(camBacks.sessionId, session.id);
  return (await camBackMachine.move(deps, tx, { where, ...change, why: session })) !== null;
};

/** Shows a stopped camera again. */
export const reloadCamera = (deps: Deps, tx: Tx, session: Session) =>
  move(deps, tx, session, { to: 'loading' });

/** Marks a camera as started that is loading. */
export const startCamera = (deps: Deps, session: Session) =>
  deps.db.transaction((tx) => move(deps, tx, session, { to: 'started' }));

/**
 * Stops a session's camera, tells the performer and invalidates the tokens of both sides. Returns false if none was
 * shown.
 */
export const closeCamBack = (deps: Deps, session: Session): Promise<boolean> =>
  deps.db.transaction((tx) => move(deps, tx, session, { to: 'stopped', set: { stoppedAt: deps.now() } }));

function announce(deps: Deps, tx: Tx, { rows, why: session }: MovedCamera): void {
  for (const { state } of rows) tx.afterCommit(() => announceCamBack(deps, session, state));
}

function recordStarted({ events }: Deps, tx: Tx, { why: { id: session } }: MovedCamera): void {
  tx.afterCommit(() => events.record('chat.camera-started', { session }));
}

function recordStopped({ events }: Deps, tx: Tx, { why: { id: session } }: MovedCamera): void {
  tx.afterCommit(() => events.record('chat.camera-stopped', { session }));
}

function closeRoom({ media }: Deps, tx: Tx, { why: { id } }: MovedCamera): void {
  tx.afterCommit(() => {
    // Tokens before sessions: an immediate reconnect must be refused.
    media.drop(returnSender(id));
    media.drop(returnViewer(id));
    media.closeRoom(returnRoom(id));
  });
}
