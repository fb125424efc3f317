import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { DELETION_DAYS } from '#contract/member/account/account-calls.ts';
import { goHome } from '#lib/member/account/current-member.ts';
import { $deletion, deleteMember } from '#lib/member/personal-data/personal-data.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';

/** Explains what happens to the credits before the deletion. */
export function DeleteAccount({ close }: ModalContentProps<'DeleteAccount'>) {
  const t = useT();
  const state = useStore($deletion);
  const credits = useStore($wallet).credits ?? 0;
  if (state === 'done') return <Done />;
  return (
    <>
      <DialogTitle>{t('settings.delete.title')}</DialogTitle>
      <DialogText>{t('settings.delete.ask', { days: DELETION_DAYS })}</DialogText>
      <p className="mt-3 font-semibold">
        {credits > 0 ? t('settings.delete.credits', { count: credits }) : t('settings.delete.noCredits')}
      </p>
      {state === 'failed' && (
        <div className="mt-4">
          <Notice>{t('settings.delete.failed')}</Notice>
        </div>
      )}
      <div className="mt-6 grid gap-2">
        <Button look="quiet" onClick={close} className="min-h-12">
          {t('settings.delete.no')}
        </Button>
        <Button busy={state === 'busy'} onClick={() => void deleteMember()} className="min-h-12 text-base">
          {t('settings.delete.yes')}
        </Button>
      </div>
    </>
  );
}

/** However it is closed, the visitor is logged out. */
function Done() {
  const t = useT();
  useEffect(() => goHome, []);
  return (
    <div role="status">
      <CircleCheck aria-hidden className="mb-4 size-10 text-accent-ink" strokeWidth={1.5} />
      <DialogTitle>{t('settings.delete.doneTitle')}</DialogTitle>
      <DialogText>{t('settings.delete.done', { days: DELETION_DAYS })}</DialogText>
      <Button onClick={() => goHome()} className="mt-6 min-h-12 w-full text-base">
        {t('settings.delete.home')}
      </Button>
    </div>
  );
}
