import { useStore } from '@nanostores/react';
import { $resend, resendActivation } from '#lib/member/account/activation-mail.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Says that the address is not verified, what verifying brings, and resends the mail. */
export function Verification({ credits }: { credits: number }) {
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
export function RefusedAddress({ email }: { email: string }) {
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
