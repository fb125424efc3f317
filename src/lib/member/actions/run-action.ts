import { splitLocale } from '#contract/locales.ts';
import { whenAgeAccepted } from '../../shell/flag-cookie.ts';
import { tellModal } from '../../shell/late-parts.ts';
import { type Action, readAction } from './action-query.ts';

/** Runs the action of the page's URL, after the age question. */
export function runAction({ loggedIn }: { loggedIn: boolean }): void {
  const found = readAction(new URL(location.href));
  if (!found) return;
  history.replaceState(history.state, '', found.rest);
  whenAgeAccepted(() => perform(found.action, loggedIn));
}

function perform(action: Action, loggedIn: boolean): void {
  if (action.name === 'left') {
    void import('../../chat/session/tell-left.ts').then(({ tellLeft }) =>
      tellLeft(splitLocale(location.pathname).locale),
    );
  } else if (action.name === 'resetpassword') {
    void import('../password/reset-password.ts').then(({ openReset }) => openReset(action.token));
  } else if (action.name === 'lander') {
    if (loggedIn) void import('../password/reset-password.ts').then(({ openLander }) => openLander());
  } else if (loggedIn) {
    return;
  } else if (action.name === 'login-token') {
    void import('../password/reset-password.ts').then(({ openWithToken }) => openWithToken(action.token));
  } else {
    tellModal({ type: action.name === 'login' ? 'Login' : 'Register' });
  }
}
