import { $late } from '#lib/shell/start/dialogs.ts';
import { $waiting, LOADER_DELAY_MS } from '#lib/shell/start/feedback.ts';
import { find, findAll, readHook } from '../lib/shell/start/hooks.ts';

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

/** The chosen item may be outside the visible part of a bar that scrolls sideways. */
export function scrollBars(): void {
  for (const bar of findAll(document, 'bar'))
    bar.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
}

/** Shows the URL of an error page, which was returned under the requested URL so that search engines get its status. */
export function showUrl(): void {
  const element = find(document, 'shown-url');
  const url = element && readHook(element, 'shown-url');
  if (url) history.replaceState(history.state, '', url);
}
