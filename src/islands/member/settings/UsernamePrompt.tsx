import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { usernamePrompt } from '#lib/member/settings/username-prompt.ts';
import { $session } from '#lib/shell/start/session.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';
import { UsernameForm } from './UsernameForm.tsx';

/** Asks for a username before the first message; it can be postponed. Closing the dialog drops the waiting act. */
export function UsernamePrompt({ close }: ModalContentProps<'UsernamePrompt'>) {
  const t = useT();
  const session = useStore($session);
  const email = useRef(session.status === 'member' ? session.email : '').current;
  const waitsTo = useRef(usernamePrompt.waitsTo()).current;
  useEffect(() => usernamePrompt.close, []);
  const goOnAfter = (act: () => void) => {
    // The waiting act may open its own dialog.
    close();
    act();
  };
  return (
    <>
      <DialogTitle>{t('settings.prompt.title')}</DialogTitle>
      <DialogText>{t('settings.prompt.text')}</DialogText>
      <UsernameForm
        email={email}
        username={email}
        submit={t(submits[waitsTo ?? 'nothing'])}
        onSaved={() => goOnAfter(usernamePrompt.goOn)}
        autoFocus
      >
        <Button look="quiet" onClick={() => goOnAfter(usernamePrompt.putOff)}>
          {t('settings.prompt.later')}
        </Button>
      </UsernameForm>
    </>
  );
}

/** Button texts by what follows after the name is saved. */
const submits = {
  send: 'settings.prompt.send',
  go: 'settings.prompt.go',
  nothing: 'settings.username.submit',
} as const;
