import { useStore } from '@nanostores/react';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { loginForm, startSession } from '#lib/member/account/log-in.ts';
import { createPasskeyLogin } from '#lib/member/passkeys/log-in-with-passkey.ts';
import { hasPasskeys } from '#lib/member/passkeys/support.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { closeModal, openModal } from '#lib/shell/start/dialogs.ts';
import { hasFeature } from '#lib/site/brand.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { EmailField, PasswordField } from '../form/PasswordField.tsx';
import { useForm } from '../form/use-form.ts';

const hasPasskeyLogin = hasFeature('passkeys');

export function Login() {
  const t = useT();
  const { text, message, busy, sent, formProps } = useForm(loginForm, {
    username: '',
    password: '',
  });
  useEffect(() => {
    if (sent) closeModal('Login');
  }, [sent]);
  return (
    <>
      <DialogTitle>{t('member.login.title')}</DialogTitle>
      <form {...formProps} className="mt-6 grid gap-4">
        <EmailField
          label={t('member.email')}
          name="username"
          autoComplete={hasPasskeyLogin ? 'username webauthn' : 'username'}
          autoFocus
          required
          {...text('username')}
        />
        <PasswordField
          label={t('member.password')}
          name="password"
          autoComplete="current-password"
          required
          {...text('password')}
        />
        {message && <Notice>{message}</Notice>}
        <Button type="submit" busy={busy} className="min-h-12 text-base">
          {t('member.login.submit')}
        </Button>
      </form>
      {hasPasskeyLogin && <PasskeyLogin />}
      <button
        type="button"
        {...opens('ForgotPassword')}
        onClick={() => openModal({ type: 'ForgotPassword' })}
        className="link mt-4 block py-1 text-sm"
      >
        {t('member.login.forgot')}
      </button>
      <p className="mt-4 border-line border-t pt-4 text-ink-soft text-sm">
        <span>{t('member.login.noAccount')}</span>{' '}
        <button
          type="button"
          {...opens('Register')}
          onClick={() => openModal({ type: 'Register' })}
          className="link py-1 font-semibold"
        >
          {t('member.login.toRegister')}
        </button>
      </p>
    </>
  );
}

const createLogin = () => createPasskeyLogin({ enter: startSession, entered: () => closeModal('Login') });

/** Placed below the form, whose e-mail field also offers passkeys. Hidden in browsers without them. */
function PasskeyLogin() {
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
