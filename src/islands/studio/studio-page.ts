import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { createContext, useContext } from 'react';
import type { PageSocket } from '#lib/api/socket/socket.ts';
import type { Broadcast } from '#lib/studio/live/broadcast.ts';
import type { LiveState } from '#lib/studio/live/live-state.ts';
import type { StudioRoom } from '#lib/studio/live/room.ts';

/** What one page of the studio shows, made and closed with it. */
export interface StudioPage {
  readonly socket: PageSocket;
  readonly room: StudioRoom;
  readonly broadcast: Broadcast;
  /** What band, cards and alarm are drawn from. */
  readonly $live: ReadableAtom<LiveState>;
}

export const StudioContext = createContext<StudioPage | null>(null);

export function useStudio(): StudioPage {
  const page = useContext(StudioContext);
  if (!page) throw new Error('No studio is open');
  return page;
}

export const useLive = (): LiveState => useStore(useStudio().$live);

/** A part of a studio page. */
export const card = 'grid gap-4 rounded-xl border border-line bg-surface p-5';
