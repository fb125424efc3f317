import { MailCheck } from 'lucide-react';
import { forgotForm } from '#lib/member/password/reset-password.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';
import { useForm } from '../form/use-form.ts';

export function ForgotPassword({ modal }: ModalContentProps<'ForgotPassword'>) {
  const t = useT();
  const { text, message, busy, sent, formProps } = useForm(forgotForm, { account: '' });
  if (sent) return <Complete />;
  return (
    <>
      <DialogTitle>{t('member.forgot.title')}</DialogTitle>
      <DialogText>{t('member.forgot.text')}</DialogText>
      <form {...formProps} className="mt-6 grid gap-4">
        {modal.link && (
          <Notice>{t(modal.link === 'used' ? 'member.link.used' : 'member.link.expired')}</Notice>
        )}
        <Field
          label={t('member.forgot.account')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
          {...text('account')}
        />
        {message && <Notice>{message}</Notice>}
        <Button type="submit" busy={busy} className="min-h-12 text-base">
          {t('member.forgot.submit')}
        </Button>
      </form>
      <BackToLogin />
    </>
  );
}

/** The same text with or without an account. */
function Complete() {
  const t = useT();
  return (
    <div role="status">
      <MailCheck aria-hidden className="mb-4 size-10 text-accent-ink" strokeWidth={1.5} />
      <DialogTitle>{t('member.forgot.doneTitle')}</DialogTitle>
      <DialogText>{t('member.forgot.doneText')}</DialogText>
      <BackToLogin />
    </div>
  );
}

function BackToLogin() {
  const t = useT();
  return (
    <button
      type="button"
      {...opens('Login')}
      onClick={() => openModal({ type: 'Login' })}
      className="link mt-4 block py-1 text-sm"
    >
      {t('member.forgot.toLogin')}
    </button>
  );
}
