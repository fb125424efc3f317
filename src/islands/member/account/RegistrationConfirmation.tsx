import { useStore } from '@nanostores/react';
import { CircleCheck, ExternalLink, MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { brand } from '#content/brand/index.ts';
import { routes } from '#contract/site/routes.ts';
import { $resend, mailClientOf, resendActivation } from '#lib/member/account/activation-mail.ts';
import { activationTab } from '#lib/member/account/activation-tab.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { $session, lacksUsername } from '#lib/shell/start/session.ts';
import { linkFrom } from '#lib/site/links/link.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';

export function RegistrationConfirmation({ modal, close }: ModalContentProps<'RegistrationConfirmation'>) {
  const session = useStore($session);
  if (session.status === 'member' && session.verified) return <Verified close={close} />;
  return <Waiting email={modal.email} isMember={session.status === 'member'} />;
}

/** A guest only if the link must be followed before the first login (LOGIN_LABELS=generic). */
function Waiting({ email, isMember }: { email: string; isMember: boolean }) {
  const t = useT();
  const client = mailClientOf(email);
  useEffect(activationTab.answer, []);
  return (
    <>
      <MailCheck aria-hidden className="mb-4 size-10 text-accent-ink" strokeWidth={1.5} />
      <DialogTitle>{t('member.confirmation.title')}</DialogTitle>
      <DialogText>{t('member.confirmation.text', { email, credits: brand.welcomeCredits })}</DialogText>
      {!isMember && <p className="mt-3 text-sm">{t('member.confirmation.thenLogIn')}</p>}
      <p className="mt-3 text-ink-soft text-sm">{t('member.confirmation.spam')}</p>
      <div className="mt-6 grid gap-2">
        {client && (
          <a
            href={client.url}
            target="_blank"
            rel="noopener noreferrer"
            className="btn btn-primary min-h-12 text-base"
          >
            <span>{t('member.confirmation.openMail', { client: client.name })}</span>
            <ExternalLink aria-hidden className="size-4.5" />
          </a>
        )}
        <ResendButton email={email} />
      </div>
      {isMember ? (
        <a href={`${linkFrom(location)(routes.settings)}#email`} className="link mt-4 block py-1 text-sm">
          {t('member.confirmation.changeEmail')}
        </a>
      ) : (
        <button
          type="button"
          {...opens('Login')}
          onClick={() => openModal({ type: 'Login' })}
          className="link mt-4 block py-1 text-sm"
        >
          {t('member.register.toLogin')}
        </button>
      )}
    </>
  );
}

function ResendButton({ email }: { email: string }) {
  const t = useT();
  const resend = useStore($resend);
  const sent = resend === 'sent';
  return (
    <>
      <Button
        look="quiet"
        busy={resend === 'sending'}
        disabled={sent}
        onClick={() => void resendActivation(email)}
        className="min-h-12"
      >
        {t(sent ? 'member.confirmation.resent' : 'member.confirmation.resend')}
      </Button>
      <div aria-live="polite" className="sr-only">
        {sent && t('member.confirmation.resent')}
      </div>
      {resend === 'failed' && <Notice>{t('member.confirmation.resendFailed')}</Notice>}
    </>
  );
}

/** Also offers a username, once, if nothing is waiting for it. */
function Verified({ close }: { close: () => void }) {
  const t = useT();
  const session = useStore($session);
  const { credits } = useStore($wallet);
  useEffect(() => $resend.set('idle'), []);
  return (
    <div role="status">
      <CircleCheck aria-hidden className="mb-4 size-10 text-positive" strokeWidth={1.5} />
      <DialogTitle>{t('member.confirmation.verifiedTitle')}</DialogTitle>
      <DialogText>
        {t(credits ? 'member.confirmation.verifiedText' : 'member.activate.doneTextPlain')}
      </DialogText>
      <Button onClick={close} className="mt-6 min-h-12 w-full text-base">
        {t('member.confirmation.start')}
      </Button>
      {lacksUsername(session) && (
        <button
          type="button"
          {...opens('UsernamePrompt')}
          onClick={() => openModal({ type: 'UsernamePrompt' })}
          className="link mt-4 block py-1 text-sm"
        >
          {t('member.confirmation.chooseName')}
        </button>
      )}
    </div>
  );
}
