import { useEffect } from 'react';
import { loginForm, startSession } from '#lib/member/account/log-in.ts';
import { createPasskeyLogin } from '#lib/member/passkeys/log-in-with-passkey.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { closeModal, openModal } from '#lib/shell/start/dialogs.ts';
import { hasFeature } from '#lib/site/brand.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { PasskeyLogin } from '../form/PasskeyLogin.tsx';
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
      {hasPasskeyLogin && <PasskeyLogin create={createLogin} />}
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
