import { atom, type ReadableAtom } from 'nanostores';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { endCamBack, listCamBacks } from '#contract/studio/cam-back-calls.ts';
import { call } from '../../api/call.ts';
import { newestAnswer } from '../../api/late/newest-answer.ts';
import type { PageSocket } from '../../api/socket/socket.ts';

/** ms until a failed read is repeated. */
const RETRY_MS = 2000;

/** A camera that a member shows to the performer, or is connecting. */
export type ShownCamera = Pick<
  OutputOf<typeof listCamBacks>['cameras'][number],
  'session' | 'sender' | 'state'
>;

export interface CamBacks {
  /** In the order in which they were offered on this page. */
  readonly $cameras: ReadableAtom<readonly ShownCamera[]>;
  /** Why the last camera could not be ended; null after one that was. */
  readonly $refusal: ReadableAtom<ErrorLabel | null>;
  /** Ends a member's camera, who is told. */
  endCamBack(session: string): Promise<void>;
  close(): void;
}

/** Follows the members' cameras by pushes, and reads them again after each gap. */
export function followCamBacks(socket: Pick<PageSocket, 'on' | 'onConnection'>): CamBacks {
  const $cameras = atom<readonly ShownCamera[]>([]);
  const $refusal = atom<ErrorLabel | null>(null);
  let isOpen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const without = (session: string) => $cameras.get().filter((camera) => camera.session !== session);
  const readNewest = newestAnswer(() => call(listCamBacks, {}).catch(() => 'failed' as const));
  const read = async (): Promise<void> => {
    clearTimeout(timer);
    const answer = await readNewest();
    if (!isOpen || answer === null) return;
    if (answer === 'failed') timer = setTimeout(() => void read(), RETRY_MS);
    else $cameras.set(answer.cameras);
  };
  const stops = [
    socket.on('studio-cam-back', ({ session, sender, state }) => {
      if (state === 'stopped') $cameras.set(without(session));
      else {
        const camera = { session, sender, state };
        const isKnown = $cameras.get().some((one) => one.session === session);
        $cameras.set(
          isKnown
            ? $cameras.get().map((one) => (one.session === session ? camera : one))
            : [...$cameras.get(), camera],
        );
      }
      void read();
    }),
    socket.onConnection((state) => {
      if (state === 'connected') void read();
    }),
  ];
  void read();

  return {
    $cameras,
    $refusal,
    async endCamBack(session) {
      $refusal.set(null);
      try {
        await call(endCamBack, { session });
        $cameras.set(without(session));
      } catch (error) {
        $refusal.set(labelOf(error));
      }
      void read();
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
