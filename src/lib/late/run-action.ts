import { splitLocale } from '#contract/locales.ts';
import { tellModal } from '../shell/open-dialogs.ts';
import { whenAgeAccepted } from '../shell/start/browser.ts';

/** Runs the action of the page's URL, after the age question. */
export function runAction({ loggedIn }: { loggedIn: boolean }): void {
  const found = readAction(new URL(location.href));
  if (!found) return;
  history.replaceState(history.state, '', found.rest);
  whenAgeAccepted(() => perform(found.action, loggedIn));
}

function perform(action: Action, loggedIn: boolean): void {
  if (action.name === 'left') {
    void import('../chat/session/left-note.ts').then(({ tellLeft }) =>
      tellLeft(splitLocale(location.pathname).locale),
    );
  } else if (action.name === 'resetpassword') {
    void import('../member/password/reset-password.ts').then(({ openReset }) => openReset(action.token));
  } else if (action.name === 'lander') {
    if (loggedIn) void import('../member/password/reset-password.ts').then(({ openLander }) => openLander());
  } else if (loggedIn) {
    return;
  } else if (action.name === 'login-token') {
    void import('../member/password/reset-password.ts').then(({ openWithToken }) =>
      openWithToken(action.token),
    );
  } else {
    tellModal({ type: action.name === 'login' ? 'Login' : 'Register' });
  }
}

type Action =
  | { readonly name: 'login' }
  | { readonly name: 'login-token'; readonly token: string }
  | { readonly name: 'register' }
  /** Opened by a login link, on the home page. */
  | { readonly name: 'lander' }
  /** Redirected from an ended chat. */
  | { readonly name: 'left' }
  | { readonly name: 'resetpassword'; readonly token: string };

const own = ['action', 'token', 'password'];

/** Returns the action in a URL, and the URL without it: a token must not stay in the location bar. */
export function readAction(url: URL): { action: Action; rest: string } | null {
  const action = actionOf(url.searchParams);
  if (!action) return null;
  const rest = new URL(url);
  for (const key of own) rest.searchParams.delete(key);
  return { action, rest: rest.pathname + rest.search + rest.hash };
}

function actionOf(query: URLSearchParams): Action | null {
  const name = query.get('action');
  const token = query.get('token');
  if (name === 'login') return token ? { name: 'login-token', token } : { name };
  if (name === 'register' || name === 'left' || name === 'lander') return { name };
  return name === 'resetpassword' && token ? { name, token } : null;
}
