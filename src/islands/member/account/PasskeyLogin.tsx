import { useStore } from '@nanostores/react';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { startSession } from '#lib/member/account/log-in.ts';
import { createPasskeyLogin } from '#lib/member/passkeys/log-in-with-passkey.ts';
import { hasPasskeys } from '#lib/member/passkeys/support.ts';
import { closeModal } from '#lib/shell/dialogs.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';

const createLogin = () => createPasskeyLogin({ enter: startSession, entered: () => closeModal('Login') });

/** Placed below the form, whose e-mail field also offers passkeys. Hidden in browsers without them. */
export function PasskeyLogin() {
  const t = useT();
  const [{ $passkeyLogin, offerPasskeys, logInWithPasskey }] = useState(createLogin);
  const { isBusy, message } = useStore($passkeyLogin);
  const isShown = hasPasskeys();
  useEffect(() => (isShown ? offerPasskeys() : undefined), [isShown, offerPasskeys]);
  if (!isShown) return null;
  return (
    <div className="mt-4 grid gap-4">
      <p aria-hidden className="flex items-center gap-3 text-ink-soft text-sm">
        <span className="h-px grow bg-line" />
        <span>{t('passkeys.login.or')}</span>
        <span className="h-px grow bg-line" />
      </p>
      <Button
        look="quiet"
        busy={isBusy}
        onClick={() => void logInWithPasskey()}
        className="min-h-12 text-base"
      >
        <KeyRound aria-hidden className="size-5" />
        <span>{t('passkeys.login.button')}</span>
      </Button>
      {message && <Notice>{t(message)}</Notice>}
    </div>
  );
}
