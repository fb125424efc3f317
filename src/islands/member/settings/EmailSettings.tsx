import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $resend, resendActivation } from '#lib/member/account/activation-mail.ts';
import { $pendingEmail, cancelEmailChange, emailForm } from '#lib/member/settings/settings.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { EmailField, PasswordField } from '../form/PasswordField.tsx';
import { useForm } from '../form/use-form.ts';

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

/** Says that the address is not verified, what verifying brings, and resends the mail. */
function Verification({ credits }: { credits: number }) {
  const t = useT();
  return (
    <ResendMail
      title={t('settings.verification.title')}
      text={t('settings.verification.text', { credits })}
      button={t('member.confirmation.resend')}
    />
  );
}

/** Says that mails to the address are refused, and sends one again. */
function RefusedAddress({ email }: { email: string }) {
  const t = useT();
  return (
    <ResendMail
      title={t('settings.email.refused.title')}
      text={t('settings.email.refused.text', { email })}
      button={t('settings.email.refused.retry')}
    />
  );
}

interface ResendMailProps {
  title: string;
  text: string;
  button: string;
}

/** A message about the address, with a button that sends its activation mail again. */
function ResendMail({ title, text, button }: ResendMailProps) {
  const t = useT();
  const resend = useStore($resend, { ssr: 'initial' });
  const sent = resend === 'sent';
  return (
    <div className="mt-4 grid justify-items-start gap-3 rounded-lg bg-accent-soft p-4 text-sm">
      <p className="wrap-anywhere">
        <strong className="block">{title}</strong>
        <span>{text}</span>
      </p>
      <Button
        look="quiet"
        busy={resend === 'sending'}
        disabled={sent}
        onClick={() => void resendActivation()}
        className="bg-surface"
      >
        {sent ? t('member.confirmation.resent') : button}
      </Button>
      <div aria-live="polite" className="sr-only">
        {sent && t('member.confirmation.resent')}
      </div>
      {resend === 'failed' && <Notice>{t('member.confirmation.resendFailed')}</Notice>}
    </div>
  );
}
