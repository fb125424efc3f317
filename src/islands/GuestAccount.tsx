import { splitLocale } from '#contract/locales.ts';
import { routes } from '#contract/routes.ts';
import { $session, type Session } from '#lib/member/account/store.ts';
import { languageLinks } from '#lib/site/chrome/languages.ts';
import { linkFrom } from '#lib/site/link.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { find } from '../enhance/hooks.ts';
import { Account } from './HeaderAccount.tsx';
import { mount, pageLocale } from './Mount.tsx';

/** Replaces the header's guest buttons when a guest logs in, without a reload; also one who did before this was loaded. */
export function watchSession(): void {
  const place = find(document, 'guest-account');
  if (!place || show(place, $session.get())) return;
  const stop = $session.listen((session) => {
    if (show(place, session)) stop();
  });
}

function show(place: HTMLElement, session: Session): boolean {
  if (session.status !== 'member') return false;
  const { status: _member, ...who } = session;
  // What it offers is for guests.
  find<HTMLDialogElement>(document, 'promo')?.close();
  place.replaceChildren();
  void mount(
    <Account
      member={{ ...who, credits: $wallet.get().credits ?? 0 }}
      locale={pageLocale()}
      favourites={linkFrom(location)(routes.favourites)}
      settings={linkFrom(location)(routes.settings)}
      messenger={linkFrom(location)(routes.messenger)}
      languages={languageLinks({ ...splitLocale(location.pathname), search: location.search })}
    />,
    place,
  );
  return true;
}
