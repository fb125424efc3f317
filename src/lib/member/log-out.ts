import { logOut as logOutCall } from '#contract/member/calls.ts';
import { call } from '../api/call.ts';
import { withLoader } from '../shell/loader.ts';
import { localePath, splitLocale } from '../site/locale.ts';
import { routes } from '../site/routes.ts';

/** Ends the session and goes home as a guest. */
export async function logOut(): Promise<void> {
  await withLoader(call(logOutCall, {}));
  location.assign(localePath(splitLocale(location.pathname).locale, routes.home));
}
