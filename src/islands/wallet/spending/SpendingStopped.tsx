import { LockKeyhole } from 'lucide-react';
import { routes } from '#contract/site/routes.ts';
import { linkFrom } from '#lib/site/links/link.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';

/** A spend refused by the member's own limits. Does not offer buying, which would defeat the limits. */
export function SpendingStopped({ modal, close }: ModalContentProps<'SpendingStopped'>) {
  const t = useT();
  const isLimit = modal.why === 'limit';
  return (
    <>
      <LockKeyhole aria-hidden className="mb-4 size-10 text-accent-ink" strokeWidth={1.5} />
      <DialogTitle>{t(isLimit ? 'wallet.stopped.titleLimit' : 'wallet.stopped.titleCoolOff')}</DialogTitle>
      <DialogText>{t(isLimit ? 'wallet.stopped.limit' : 'wallet.stopped.coolOff')}</DialogText>
      <div className="mt-6 grid gap-2">
        <Button onClick={close} className="min-h-12 text-base">
          {t('wallet.stopped.close')}
        </Button>
        <a
          href={linkFrom(location)(routes.settingsLimits)}
          target="_blank"
          rel="noopener"
          className="btn btn-quiet min-h-12"
        >
          {t('wallet.stopped.settings')}
        </a>
      </div>
    </>
  );
}
