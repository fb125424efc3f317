import { partFailed } from '#lib/shell/log.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { $toast } from '#lib/shell/start/feedback.ts';

interface Store {
  listen(listener: (value: unknown) => void): () => void;
}

/** Stores whose host this page has: several islands of a page may ask for the same one. */
const hosted = new WeakSet<Store>();

/** Loads a host with the first value of its store: the studio has none of the site's scripts. */
function host(store: Store, load: () => Promise<unknown>, close: () => void): () => void {
  return store.listen((value) => {
    if (value === null || hosted.has(store)) return;
    hosted.add(store);
    load().catch((reason: unknown) => {
      hosted.delete(store);
      close();
      partFailed(reason);
    });
  });
}

/** Shows dialogs. Returns a stop function. */
export const hostDialogs = (): (() => void) =>
  host(
    $modal,
    () => import('./ModalHost.tsx').then((m) => m.mountStudioModalHost()),
    () => closeModal(),
  );

/** Shows toasts. Returns a stop function. */
export const hostToasts = (): (() => void) =>
  host(
    $toast,
    () => import('../late/ToastHost.tsx').then((m) => m.mountStudioToastHost()),
    () => $toast.set(null),
  );
