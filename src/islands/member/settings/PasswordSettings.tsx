import { useStore } from '@nanostores/react';
import { Check, Dot } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PasswordPolicy } from '#contract/member/account/credentials.ts';
import { passwordChecks } from '#contract/member/password-checks.ts';
import { $passwordPolicy, loadPasswordPolicy, passwordTextValues } from '#lib/member/account/entry-rules.ts';
import { passwordForm } from '#lib/member/settings/settings.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { useForm } from '../form/use-form.ts';

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
  const form = useForm(passwordForm, initial, passwordTextValues(policy), () => {
    showToast('success', t('settings.password.changed'));
    onSent();
  });
  const { values, text, message, busy, formProps } = form;
  return (
    <form {...formProps} className="mt-5 grid gap-4">
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('settings.password.current')}
        name="old-password"
        autoComplete="current-password"
        required
        {...text('password')}
      />
      <div>
        <PasswordField
          label={t('member.reset.newPassword')}
          name="new-password"
          autoComplete="new-password"
          required
          {...text('newPassword')}
        />
        <PasswordRules password={values.newPassword.trim()} policy={policy} />
      </div>
      <PasswordField
        label={t('member.reset.repeat')}
        name="repeat-password"
        autoComplete="new-password"
        required
        {...text('repeatNewPassword')}
      />
      {message && <Notice>{message}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('settings.password.submit')}
      </Button>
    </form>
  );
}

/** Rules of a new password; each is ticked while typing once it is met. */
function PasswordRules({ password, policy }: { password: string; policy: PasswordPolicy }) {
  const t = useT();
  const lengths = passwordTextValues(policy);
  return (
    <ul aria-label={t('settings.password.rules')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {passwordChecks(password, policy).map(({ check, isKept }) => {
        const Icon = isKept ? Check : Dot;
        return (
          <li key={check} className={`flex items-center gap-1 ${isKept ? 'text-positive' : 'text-ink-soft'}`}>
            <Icon aria-hidden className="size-4 shrink-0" />
            <span>{t(`settings.password.check.${check}`, lengths)}</span>
            {isKept && <span className="sr-only">{` ${t('settings.password.kept')}`}</span>}
          </li>
        );
      })}
    </ul>
  );
}
