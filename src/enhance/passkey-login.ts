import { createPasskeyLogin, type PasskeyLogin } from '#lib/member/passkeys/log-in-with-passkey.ts';
import { hasPasskeys } from '#lib/member/passkeys/support.ts';
import { loadMessages } from '#lib/shell/load-messages.ts';
import { announceSession } from '#lib/shell/tabs/session-stamp.ts';
import { translator } from '#lib/shell/translate.ts';
import { find, said } from './hooks.ts';

/** Loaded with the page to log in on; nothing of it is seen where the browser has no passkeys. */
export function startPasskeyLogin(): void {
  const part = find(document, 'passkey-login');
  const button = part?.querySelector('button');
  if (!part || !button || !hasPasskeys()) return;
  const next = said(part, 'passkey-login') ?? '/';
  const { $passkeyLogin, offerPasskeys, logInWithPasskey } = createPasskeyLogin({
    enter: (open) => open(),
    entered() {
      announceSession(true);
      location.assign(next);
    },
  });
  part.classList.remove('invisible');
  button.addEventListener('click', () => void logInWithPasskey());
  const stop = offerPasskeys();
  // A page that comes back from the browser's memory asks anew by the button.
  addEventListener('pagehide', stop, { once: true });
  $passkeyLogin.subscribe(({ isBusy, message }) => {
    button.setAttribute('aria-disabled', String(isBusy));
    button.classList.toggle('opacity-50', isBusy);
    const told = find(part, 'passkey-told');
    if (!told) return;
    if (message === null) told.textContent = '';
    else void translate(message).then((text) => (told.textContent = text));
  });
}

type Key = NonNullable<PasskeyLogin['message']>;

async function translate(key: Key): Promise<string> {
  const locale = document.documentElement.lang.slice(0, 2);
  return translator(await loadMessages(locale), locale)(key);
}
