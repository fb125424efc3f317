import { OVERLAYS, ownTravel } from '../start/dialogs.ts';

export interface Overlay {
  /** Does what its cross does. */
  readonly close: () => void;
}

/**
 * Each open dialog, drawer or menu is an entry of the browser's history, so that Back closes it. Without the
 * Navigation API Back leaves the page: removing an entry could cancel a navigation.
 */
function createOverlays(navigation: Navigation | undefined) {
  const open: Overlay[] = [];
  const waiting: (() => void)[] = [];
  let isAsked = false;
  /** Overlays of the shown entry of the history. */
  let entries = navigation ? countOf(history.state) : 0;
  /** Another document is loading. */
  let isLeaving = false;
  /** Where the link leads that was clicked while an overlay was open. */
  let next: string | null = null;

  /** Brings the history in step, after everything of this moment: one overlay often closes as another one opens. */
  const follow = (): void => {
    if (!navigation || isAsked || ownTravel.isUnderWay) return;
    isAsked = true;
    setTimeout(() => {
      isAsked = false;
      if (!isLeaving) bringInStep(open.length);
      entries = countOf(history.state);
      if (!ownTravel.isUnderWay) for (const resolve of waiting.splice(0)) resolve();
    });
  };

  const arrive = ({ state }: PopStateEvent): void => {
    const count = countOf(state);
    if (!ownTravel.isUnderWay) while (open.length > count) open.pop()?.close();
    const isBackOnPage = entries > 0 && count === 0;
    entries = count;
    const place = { left: scrollX, top: scrollY, behavior: 'instant' } as const;
    // After the other listeners of this event, and after the browser, which may not have noticed yet that it must not
    // scroll.
    setTimeout(() => {
      if (isBackOnPage) {
        scrollTo(place);
        history.scrollRestoration = 'auto';
      }
      ownTravel.isUnderWay = false;
      if (next !== null && count === 0) location.assign(next);
      next = null;
      follow();
    });
  };

  /** A link is followed from the page's own entry: otherwise Back would first return to that of the overlay. */
  const followLink = (event: MouseEvent): void => {
    const link = !isLeaving && countOf(history.state) > 0 && followedLink(event);
    if (!link) return;
    event.preventDefault();
    next = link.href;
    for (const { close } of open.splice(0).reverse()) close();
    follow();
  };

  if (navigation) {
    addEventListener('popstate', arrive, true);
    // After all listeners of the document, which may do something else instead.
    addEventListener('click', followLink);
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      isLeaving = false;
      follow();
    });
    navigation.addEventListener('navigate', ({ destination, downloadRequest }) => {
      // A telephone number or a mail address opens another program, and the page stays.
      isLeaving ||= !destination.sameDocument && downloadRequest === null && isPage(destination.url);
    });
    navigation.addEventListener('navigateerror', () => {
      isLeaving = false;
      follow();
    });
    // A reload, or going back from another page, opens the entry of an overlay that is not there.
    follow();
  }

  return {
    opened(overlay: Overlay): void {
      open.push(overlay);
      follow();
    },
    closed(overlay: Overlay): void {
      const at = open.indexOf(overlay);
      if (at >= 0) open.splice(at, 1);
      follow();
    },
    /** Resolves once closed overlays have no entry left: await it before adding an entry of the page. */
    async settled(): Promise<void> {
      if (isAsked || ownTravel.isUnderWay) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

/** The page's instance. */
export const overlays = createOverlays(globalThis.navigation);

function bringInStep(wanted: number): void {
  const entries = countOf(history.state);
  if (entries > wanted) {
    ownTravel.isUnderWay = true;
    history.go(wanted - entries);
    return;
  }
  // Else going back would scroll to where the page was when the overlay opened.
  if (entries === 0 && wanted > 0) history.scrollRestoration = 'manual';
  for (let count = entries + 1; count <= wanted; count += 1)
    history.pushState({ ...history.state, [OVERLAYS]: count }, '');
}

function countOf(state: unknown): number {
  const count = Object(state)[OVERLAYS];
  return Number.isSafeInteger(count) ? count : 0;
}

/** The link that this click is about to open in place of the page. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
  if (event.defaultPrevented || !isPlain || !(target instanceof Element)) return null;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  return link && !link.target && !link.download && isPage(link.href) ? link : null;
}

const isPage = (url: string): boolean => /^https?:/.test(url);
