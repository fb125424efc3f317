import type { Publisher } from '@vonk/media/publisher';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Audience } from '#contract/studio/live-calls.ts';
import type { PageSocket } from '../../api/socket/socket.ts';
import type { StudioRoom } from './room.ts';

/** Where a page learns about the server. */
interface Signs {
  readonly room: Pick<StudioRoom, '$audience'>;
  readonly socket: Pick<PageSocket, 'on' | 'onConnection'>;
}

interface Followers {
  publisher(): Publisher | null;
  /** The server has said that it restarts, or the restart is over. */
  onMoving(isMoving: boolean): void;
}

/**
 * Sends at once when the server answers again, and anew if it receives nothing of what this page believes to send: it
 * was restarted. Returns stop functions.
 */
export function followServer({ room, socket }: Signs, { publisher, onMoving }: Followers): (() => void)[] {
  /** ms of `performance.now()`; null while the server answers. */
  let awayAt: number | null = null;
  let isMoving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setMoving = (is: boolean): void => {
    clearTimeout(timer);
    isMoving = is;
    onMoving(is);
  };
  const endMoving = (): void => setMoving(false);
  return [
    () => clearTimeout(timer),
    socket.on('studio-restarting', ({ forMs }) => {
      setMoving(true);
      timer = setTimeout(endMoving, forMs);
    }),
    socket.onConnection((state) => {
      if (state === 'disconnected') {
        awayAt ??= performance.now();
        return;
      }
      publisher()?.hurry();
      // The next process knows of no connection to the one that said that it stops.
      if (isMoving && awayAt !== null) publisher()?.renew(awayAt);
    }),
    room.$audience.listen((audience, before) => {
      if (audience === null) awayAt ??= performance.now();
      if (audience?.receiving && before?.receiving !== true) endMoving();
      if (!audience || awayAt === null) return;
      publisher()?.hurry();
      // A newer connection may be working already, although the server has not noticed it yet.
      if (!audience.receiving) publisher()?.renew(awayAt);
      awayAt = null;
    }),
  ];
}

/** ms for which the end of a broadcast is waited for: an encoder may have begun another. */
const ENDED_WITHIN_MS = 6000;

/** Waits until the server has seen the end of the broadcast. `isOwn`: this page sent it. */
export function untilEnded($audience: StudioRoom['$audience'], isOwn: boolean): Promise<void> {
  const isOver = (audience: Audience | null | undefined): boolean =>
    audience === undefined ||
    (audience?.onlineStatus === onlineStatus.offline && !(isOwn && audience.receiving));
  if (isOver($audience.get())) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(settle, ENDED_WITHIN_MS);
    const stop = $audience.listen((audience) => {
      if (isOver(audience)) settle();
    });
  });
}
