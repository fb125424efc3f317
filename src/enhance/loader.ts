import { $waiting, LOADER_DELAY_MS } from '#lib/shell/loader.ts';

/** After a delay, so that short waits show nothing. */
export function startLoader(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  $waiting.listen((count) => {
    const root = document.documentElement;
    if (count === 0) {
      clearTimeout(timer);
      timer = undefined;
      root.removeAttribute('data-waiting');
    } else {
      timer ??= setTimeout(() => root.setAttribute('data-waiting', ''), LOADER_DELAY_MS);
    }
  });
}
