import { partFailed } from '#lib/shell/log.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { $toast } from '#lib/shell/start/feedback.ts';

interface Store {
  listen(listener: (value: unknown) => void): () => void;
}

/** Loads a host with the first value of its store: the studio has none of the site's scripts. */
function host(store: Store, load: () => Promise<unknown>, close: () => void): () => void {
  let isLoading = false;
  return store.listen((value) => {
    if (value === null || isLoading) return;
    isLoading = true;
    load().catch((reason: unknown) => {
      isLoading = false;
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
    () => import('./late/ToastHost.tsx').then((m) => m.mountStudioToastHost()),
    () => $toast.set(null),
  );
