import { splitLocale } from '#contract/locales.ts';
import { logOut as logOutCall } from '#contract/member/account-calls.ts';
import { routes } from '#contract/routes.ts';
import { call } from '../../api/call.ts';
import { forgetMessages, forgetStream } from '../../shell/kept.ts';
import { withLoader } from '../../shell/loader.ts';
import { announceLogout, emptyPage } from '../../shell/tabs/member-page.ts';
import { type LinkQuery, linkFrom } from '../../site/link.ts';
import { forgetChoice } from '../../wallet/purchase/choice.ts';

export async function logOut(): Promise<void> {
  await withLoader(call(logOutCall, {}));
  forgetChoice();
  forgetStream();
  forgetMessages();
  announceLogout();
  emptyPage();
  goHome();
}

/** Keeps locale and affiliate values. */
export function goHome(query?: LinkQuery): void {
  location.assign(linkFrom(location)(routes.home, query));
}

export const isHome = (): boolean => splitLocale(location.pathname).path === routes.home;
