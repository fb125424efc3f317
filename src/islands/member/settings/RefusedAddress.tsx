import { useT } from '../../ui/Messages.tsx';
import { ResendMail } from './Verification.tsx';

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
