import { $session, type Session } from '#lib/shell/start/session.ts';
import { find } from '../../lib/shell/start/hooks.ts';

const NOT_FOUND = 404;

/** Replaces the header's guest buttons after a login, without a reload; also after one before this was loaded. */
export function watchSession(): void {
  const place = find(document, 'guest-account');
  if (!place || show(place, $session.get())) return;
  const stop = $session.listen((session) => {
    if (show(place, session)) stop();
  });
}

function show(place: HTMLElement, { status }: Session): boolean {
  if (status !== 'member') return false;
  // The promotion is for guests.
  find<HTMLDialogElement>(document, 'promo')?.close();
  replace(place).catch((reason: unknown) => {
    // The guest buttons do not apply to a member.
    place.replaceChildren();
    throw reason;
  });
  return true;
}

/** Replaces them with the member header the server renders for this page. */
async function replace(place: HTMLElement): Promise<void> {
  const [page, { followAccount }] = await Promise.all([fetchThisPage(), import('./member-account.ts')]);
  const account = find(page, 'member-account');
  place.replaceChildren(...(account ? [account] : []));
  if (account) await followAccount(account);
}

/** Fetches this page as the server renders it now, including a not-found page. Throws on any other error. */
async function fetchThisPage(): Promise<Document> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, credentials: 'same-origin' });
  if (!answer.ok && answer.status !== NOT_FOUND) throw new Error(`This page answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
