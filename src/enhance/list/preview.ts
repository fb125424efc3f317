import { imageAt } from '#contract/image.ts';
import { listSnapshots } from '#contract/performers/directory/snapshots-calls.ts';
import { call } from '../../lib/api/call.ts';
import { hooked, readHook } from '../../lib/shell/start/hooks.ts';

/** ms; how long the pointer or the focus rests on a card before its preview begins. */
const REST_MS = 200;
/** ms for which each picture is shown. */
const PICTURE_MS = 600;

/** In which statuses a card shows the stream: not in a show for one, and not in a break. */
const shown: readonly (string | undefined)[] = ['infree', 'online'];

interface Preview {
  /** Shows the newest pictures of the stream one after another while the pointer or the focus is on the card. */
  show(card: Element): void;
}

/** At most one card has a preview. */
export function createPreview(): Preview {
  let current: { readonly card: Element; readonly over: AbortController } | null = null;

  function end(): void {
    current?.over.abort();
    current = null;
  }

  return {
    show(card) {
      if (current?.card === card) return;
      end();
      const badge = card.querySelector(`.badge${hooked('status')}`);
      if (!badge || !shown.includes(readHook(badge, 'status'))) return;
      const over = new AbortController();
      const { signal } = over;
      current = { card, over };
      const leave = (): void => {
        if (!card.matches(':hover, :focus-within')) end();
      };
      card.addEventListener('pointerleave', leave, { signal });
      // The focus has moved only after the event.
      card.addEventListener('focusout', () => setTimeout(leave), { signal });
      // Without its pictures the card stays as it is.
      void play(card, signal).catch(() => {});
    },
  };
}

export const preview = createPreview();

async function play(card: Element, signal: AbortSignal): Promise<void> {
  const still = card.querySelector('img');
  await wait(REST_MS, signal);
  if (!still || signal.aborted) return;
  const { result } = await call(listSnapshots, { user: Number(readHook(card, 'user')) }, { signal });
  if (result.length < 2) return;
  const width = still.clientWidth * devicePixelRatio > 320 ? 640 : 320;
  let last: HTMLImageElement | null = null;
  signal.addEventListener('abort', () => last?.remove());
  for (let at = 0; !signal.aborted; at = (at + 1) % result.length) {
    const next = new Image();
    next.className = 'fill';
    next.alt = '';
    next.src = imageAt(result[at]?.url ?? '', width);
    const isReady = next.decode().then(
      () => true,
      () => false,
    );
    if (last || !(await isReady)) await wait(PICTURE_MS, signal);
    if (!(await isReady) || signal.aborted) continue;
    // The next one covers the last, so that the still picture never shows between them.
    (last ?? still.parentElement)?.after(next);
    last?.remove();
    last = next;
  }
}

/** Ends early when the preview does. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
