import { logOut as logOutCall } from '#contract/member/account-calls.ts';
import { call } from '../../api/call.ts';
import { forgetMessages, forgetStream } from '../../shell/kept.ts';
import { withLoader } from '../../shell/loader.ts';
import { announceLogout, emptyPage } from '../../shell/tabs/member-page.ts';
import { forgetChoice } from '../../wallet/purchase/choice.ts';
import { goHome } from './go-home.ts';

export async function logOut(): Promise<void> {
  await withLoader(call(logOutCall, {}));
  forgetChoice();
  forgetStream();
  forgetMessages();
  announceLogout();
  emptyPage();
  goHome();
}
