import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { passwordTextValues } from '#lib/member/account/field-errors.ts';
import { $passwordPolicy, loadPasswordPolicy } from '#lib/member/password/password-policy.ts';
import { passwordForm } from '#lib/member/settings/password.ts';
import { showToast } from '#lib/shell/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { PasswordField } from '../account/PasswordField.tsx';
import { useForm } from '../account/use-form.ts';
import { PasswordRules } from './PasswordRules.tsx';

export function PasswordSettings({ email }: { email: string }) {
  const t = useT();
  const [round, setRound] = useState(0);
  useEffect(() => void loadPasswordPolicy(), []);
  return (
    <Section id="password" title={t('member.password')} text={t('settings.password.text')}>
      <PasswordForm key={round} email={email} onSent={() => setRound(round + 1)} />
    </Section>
  );
}

function PasswordForm({ email, onSent }: { email: string; onSent: () => void }) {
  const t = useT();
  const policy = useStore($passwordPolicy, { ssr: 'initial' });
  const initial = { password: '', newPassword: '', repeatNewPassword: '' };
  const form = useForm(passwordForm, initial, passwordTextValues(policy));
  const { values, set, errorOf, message, busy, formProps } = form;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void passwordForm.submit(values).then((isSent) => {
      if (!isSent) return;
      showToast('success', t('settings.password.changed'));
      onSent();
    });
  };
  return (
    <form {...formProps} onSubmit={send} className="mt-5 grid gap-4">
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('settings.password.current')}
        name="old-password"
        autoComplete="current-password"
        required
        value={values.password}
        error={errorOf('password')}
        onChange={(event) => set('password', event.target.value)}
      />
      <div>
        <PasswordField
          label={t('member.reset.newPassword')}
          name="new-password"
          autoComplete="new-password"
          required
          value={values.newPassword}
          error={errorOf('newPassword')}
          onChange={(event) => set('newPassword', event.target.value)}
        />
        <PasswordRules password={values.newPassword.trim()} policy={policy} />
      </div>
      <PasswordField
        label={t('member.reset.repeat')}
        name="repeat-password"
        autoComplete="new-password"
        required
        value={values.repeatNewPassword}
        error={errorOf('repeatNewPassword')}
        onChange={(event) => set('repeatNewPassword', event.target.value)}
      />
      {message && <Notice>{message}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('settings.password.submit')}
      </Button>
    </form>
  );
}
