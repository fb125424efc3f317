import { useState } from 'react';
import { setConversationState } from '#lib/messaging/inbox/inbox.ts';
import { leaveDeleted } from '#lib/messaging/messenger.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';

/** Asks for confirmation before deleting; if it is the shown one, the list replaces it (platform spec 4). */
export function DeleteChat({ modal: { conversation, name }, close }: ModalContentProps<'DeleteChat'>) {
  const t = useT();
  const [state, setState] = useState<'asks' | 'busy' | 'failed'>('asks');
  const remove = async () => {
    setState('busy');
    const refusal = await setConversationState(conversation, 'delete');
    if (refusal) setState('failed');
    else {
      leaveDeleted(conversation);
      close();
    }
  };
  return (
    <>
      <DialogTitle>{t('messenger.delete.title', { name })}</DialogTitle>
      <DialogText>{t('messenger.delete.text', { name })}</DialogText>
      {state === 'failed' && <Notice>{t('messenger.notChanged')}</Notice>}
      <div className="mt-6 grid gap-2">
        <Button look="quiet" onClick={close} className="min-h-12">
          {t('messenger.delete.no')}
        </Button>
        <Button busy={state === 'busy'} onClick={() => void remove()} className="min-h-12 text-base">
          {t('messenger.delete.yes')}
        </Button>
      </div>
    </>
  );
}
