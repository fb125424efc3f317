import { $late } from '#lib/shell/start/dialogs.ts';
import { $waiting, LOADER_DELAY_MS } from '#lib/shell/start/feedback.ts';

/** After a delay, so that short waits show nothing. */
export function startLoader(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    const root = document.documentElement;
    if ($waiting.get() === 0 && !$late.get()) {
      clearTimeout(timer);
      timer = undefined;
      root.removeAttribute('data-waiting');
    } else {
      timer ??= setTimeout(() => root.setAttribute('data-waiting', ''), LOADER_DELAY_MS);
    }
  };
  $waiting.listen(follow);
  $late.listen(follow);
  markPressed();
}

/** The control that was pressed is busy until the dialog or drawer it opens is shown. */
function markPressed(): void {
  let pressed: Element | null = null;
  let busy: Element | null = null;
  addEventListener('click', ({ target }) => (pressed = (target as Element).closest('a, button')), true);
  $late.listen((late) => {
    busy?.removeAttribute('aria-busy');
    busy = late && !late.isTold && !pressed?.ariaBusy ? pressed : null;
    busy?.setAttribute('aria-busy', 'true');
  });
}
