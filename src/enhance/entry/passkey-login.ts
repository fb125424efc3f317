import {
  createPasskeyLogin,
  type LoginCalls,
  type PasskeyLogin,
} from '#lib/member/passkeys/log-in-with-passkey.ts';
import { hasPasskeys } from '#lib/member/passkeys/support.ts';
import { find, readHook, setText } from '#lib/shell/start/hooks.ts';
import { announceSession } from '#lib/shell/start/session.ts';
import { loadMessages, translator } from '#lib/shell/translate.ts';

interface Others {
  readonly calls: LoginCalls;
  /** Goes to the next page by default. */
  readonly entered?: (part: HTMLElement) => void;
}

/**
 * Loaded with a page that takes a passkey; stays hidden in browsers without passkeys. `others`: for performers and
 * operators.
 */
export function startPasskeyLogin(others?: Others): void {
  const part = find(document, 'passkey-login');
  const button = part?.querySelector('button');
  if (!part || !button || !hasPasskeys()) return;
  const next = readHook(part, 'passkey-login') ?? '/';
  const { $passkeyLogin, offerPasskeys, logInWithPasskey } = createPasskeyLogin({
    ...others,
    enter: (open) => open(),
    entered() {
      // The pages of a member follow the member's session only.
      if (!others) announceSession(true);
      if (others?.entered) others.entered(part);
      else location.assign(next);
    },
  });
  part.classList.remove('invisible');
  button.addEventListener('click', () => void logInWithPasskey());
  // Browsers offer passkeys in a field's list only.
  const stop = document.querySelector('input[autocomplete~=webauthn]') ? offerPasskeys() : () => undefined;
  // A page restored from the back/forward cache asks only by the button.
  addEventListener('pagehide', stop, { once: true });
  $passkeyLogin.subscribe(({ isBusy, message }) => {
    button.setAttribute('aria-disabled', String(isBusy));
    button.classList.toggle('opacity-50', isBusy);
    const error = find(part, 'passkey-error');
    if (!error) return;
    if (message === null) setText(error, '');
    else void translate(message).then((text) => setText(error, text));
  });
}

type Key = NonNullable<PasskeyLogin['message']>;

async function translate(key: Key): Promise<string> {
  const locale = document.documentElement.lang.slice(0, 2);
  return translator(await loadMessages(locale), locale)(key);
}
