import { useStore } from '@nanostores/react';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PasskeyLogins } from '#lib/member/passkeys/log-in-with-passkey.ts';
import { hasPasskeys } from '#lib/member/passkeys/support.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';

interface PasskeyLoginProps {
  create: () => PasskeyLogins;
  /** Whether a field of the form also offers passkeys in its list. */
  isOffered?: boolean;
}

/** Placed below the form. Hidden in browsers without passkeys. */
export function PasskeyLogin({ create, isOffered = true }: PasskeyLoginProps) {
  const t = useT();
  const [{ $passkeyLogin, offerPasskeys, logInWithPasskey }] = useState(create);
  const { isBusy, message } = useStore($passkeyLogin);
  const isShown = hasPasskeys();
  useEffect(() => (isShown && isOffered ? offerPasskeys() : undefined), [isShown, isOffered, offerPasskeys]);
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
