import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { $passwordPolicy, loadPasswordPolicy, passwordTextValues } from '#lib/member/account/entry-rules.ts';
import { leaveWhenNobody, resetForm } from '#lib/member/password/reset-password.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';
import { PasswordField } from '../form/PasswordField.tsx';
import { useForm } from '../form/use-form.ts';

export function ResetPassword({ modal, close }: ModalContentProps<'ResetPassword'>) {
  const t = useT();
  const [isChanged, setChanged] = useState(false);
  useEffect(() => leaveWhenNobody(), []);
  if (isChanged) return <Done close={close} />;
  return (
    <>
      <DialogTitle>{t('member.reset.title')}</DialogTitle>
      <DialogText>{t('member.reset.text')}</DialogText>
      <ResetForm token={modal.token} onChange={() => setChanged(true)} />
    </>
  );
}

/** Notifies its parent when the password was changed; the parent handles what follows. */
export function ResetForm({ token, onChange }: { token: string; onChange: () => void }) {
  const t = useT();
  const policy = useStore($passwordPolicy);
  const lengths = passwordTextValues(policy);
  const initial = { newPassword: '', repeatNewPassword: '', token };
  const { text, message, busy, formProps } = useForm(resetForm, initial, lengths, onChange);
  useEffect(() => void loadPasswordPolicy(), []);
  return (
    <form {...formProps} className="mt-6 grid gap-4">
      <PasswordField
        label={t('member.reset.newPassword')}
        hint={t(policy === 'asvs' ? 'member.passwordHintLength' : 'member.passwordHint', lengths)}
        name="newPassword"
        autoComplete="new-password"
        autoFocus
        required
        {...text('newPassword')}
      />
      <PasswordField
        label={t('member.reset.repeat')}
        name="repeatNewPassword"
        autoComplete="new-password"
        required
        {...text('repeatNewPassword')}
      />
      {message && <Notice>{message}</Notice>}
      <Button type="submit" busy={busy} className="min-h-12 text-base">
        {t('member.reset.submit')}
      </Button>
    </form>
  );
}

function Done({ close }: { close: () => void }) {
  const t = useT();
  return (
    <div role="status">
      <CircleCheck aria-hidden className="mb-4 size-10 text-positive" strokeWidth={1.5} />
      <DialogTitle>{t('member.reset.doneTitle')}</DialogTitle>
      <DialogText>{t('member.reset.doneText')}</DialogText>
      <Button onClick={close} className="mt-6 min-h-12 w-full text-base">
        {t('member.reset.close')}
      </Button>
    </div>
  );
}
