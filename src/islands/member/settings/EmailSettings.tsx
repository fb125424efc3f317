import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $pendingEmail, cancelEmailChange, emailForm } from '#lib/member/settings/settings.ts';
import { showToast } from '#lib/shell/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { EmailField } from '../account/EmailField.tsx';
import { PasswordField } from '../account/PasswordField.tsx';
import { useForm } from '../account/use-form.ts';
import { RefusedAddress, Verification } from './Verification.tsx';

interface EmailSettingsProps {
  email: string;
  verified: boolean;
  /** The pending address as the page was rendered. */
  pending: string | null;
  /** Mail servers say that the address, or the pending one, does not exist. */
  refused: boolean;
  pendingRefused: boolean;
  welcomeCredits: number;
}

export function EmailSettings({ email, verified, pending, ...props }: EmailSettingsProps) {
  const t = useT();
  const [round, setRound] = useState(0);
  const [isStored, setStored] = useState(false);
  const live = useStore($pendingEmail, { ssr: 'initial' });
  useEffect(() => {
    $pendingEmail.set(pending);
    setStored(true);
  }, [pending]);
  const waiting = isStored ? live : pending;
  // False once it was confirmed, in any tab.
  const isWaiting = waiting !== null && waiting !== email;
  return (
    <Section id="email" title={t('member.email')} text={t('settings.email.text', { email })}>
      {props.refused ? (
        <RefusedAddress email={email} />
      ) : (
        !verified && <Verification credits={props.welcomeCredits} />
      )}
      {isWaiting && <Waiting email={waiting} refused={props.pendingRefused && waiting === pending} />}
      <EmailForm key={round} current={email} onSent={() => setRound(round + 1)} />
    </Section>
  );
}

function EmailForm({ current, onSent }: { current: string; onSent: () => void }) {
  const t = useT();
  const initial = { email: '', repeatEmail: '', password: '', current };
  const { text, message, busy, formProps } = useForm(emailForm, initial, {}, () => {
    showToast('success', t('settings.email.sent'));
    onSent();
  });
  return (
    <form {...formProps} className="mt-5 grid gap-4">
      <EmailField
        label={t('settings.email.new')}
        name="new-email"
        autoComplete="email"
        required
        {...text('email')}
      />
      <EmailField
        label={t('settings.email.repeat')}
        name="repeat-email"
        autoComplete="off"
        required
        {...text('repeatEmail')}
      />
      <PasswordField
        label={t('settings.password.current')}
        name="email-password"
        autoComplete="current-password"
        required
        {...text('password')}
      />
      {message && <Notice>{message}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('settings.email.submit')}
      </Button>
    </form>
  );
}

function Waiting({ email, refused }: { email: string; refused: boolean }) {
  const t = useT();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const cancel = () => {
    setState('busy');
    cancelEmailChange().catch(() => setState('failed'));
  };
  return (
    <div className="mt-4 rounded-lg bg-sunken p-4 text-sm">
      <p role="status" className="wrap-anywhere">
        {t(refused ? 'settings.email.refused.pending' : 'settings.email.waiting', { email })}
      </p>
      {state === 'failed' && <p className="mt-1 font-medium text-danger">{t('ui.failed')}</p>}
      <Button look="quiet" busy={state === 'busy'} onClick={cancel} className="mt-3">
        {t('settings.email.cancel')}
      </Button>
    </div>
  );
}
