import { brand } from '#content/brand/index.ts';
import { on } from '../../api/socket/socket.ts';
import { $isToyOn } from '../store.ts';

/** Loads the toy's code once the room has a toy that is on. Returns a stop function. */
export function followToy(performer: string, isOn: boolean): () => void {
  if (!brand.features.toys) return () => {};
  let stop: (() => void) | null = null;
  let isOver = false;
  let isLoading = false;
  const open = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    const { openToy } = await import('./toy.ts').catch(() => ({ openToy: null }));
    // Retried with the next push.
    isLoading = openToy !== null;
    if (openToy && !isOver) stop = openToy(performer);
  };
  const deafen = on('cybertoy', ({ active }) => {
    if (active) void open();
  });
  if (isOn) void open();
  return () => {
    isOver = true;
    deafen();
    stop?.();
    $isToyOn.set(false);
  };
}
