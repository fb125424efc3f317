import { fetchThisPage } from '#lib/api/this-page.ts';
import { $session, type Session } from '#lib/member/account/store.ts';
import { find } from '../hooks.ts';

/** Replaces the header's guest buttons when a guest logs in, without a reload; also one who did before this was loaded. */
export function watchSession(): void {
  const place = find(document, 'guest-account');
  if (!place || show(place, $session.get())) return;
  const stop = $session.listen((session) => {
    if (show(place, session)) stop();
  });
}

function show(place: HTMLElement, { status }: Session): boolean {
  if (status !== 'member') return false;
  // What it offers is for guests.
  find<HTMLDialogElement>(document, 'promo')?.close();
  replace(place).catch((reason: unknown) => {
    // Nothing of it is for a member.
    place.replaceChildren();
    throw reason;
  });
  return true;
}

/** By what the server makes of this page for a member. */
async function replace(place: HTMLElement): Promise<void> {
  const [page, { followAccount }] = await Promise.all([fetchThisPage(), import('./member-account.ts')]);
  const account = find(page, 'member-account');
  place.replaceChildren(...(account ? [account] : []));
  if (account) await followAccount(account);
}
