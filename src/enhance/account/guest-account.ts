import { $session, type Session } from '#lib/member/account/store.ts';
import { fetchThisPage } from '#lib/api/this-page.ts';
import { partFailed } from '#lib/shell/failures/part-failure.ts';
import { find } from '../hooks.ts';
import { followAccount } from './member-account.ts';

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
    partFailed(reason);
  });
  return true;
}

/** By what the server makes of this page for a member; also where there is no such page. */
async function replace(place: HTMLElement): Promise<void> {
  const account = find(await fetchThisPage(), 'member-account');
  place.replaceChildren(...(account ? [account] : []));
  if (account) await followAccount(account);
}
