import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $session } from '#lib/member/account/store.ts';
import { usernamePrompt } from '#lib/member/settings/username-prompt.ts';
import { Button } from '../../ui/Button.tsx';
import type { ModalContentProps } from '../../ui/contents.ts';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { useT } from '../../ui/Messages.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** Before the first message: a name, or later. Either way what waited goes on; closing the dialog drops it. */
export function UsernamePrompt({ close }: ModalContentProps<'UsernamePrompt'>) {
  const t = useT();
  const session = useStore($session);
  const email = useRef(session.status === 'member' ? session.email : '').current;
  const waitsTo = useRef(usernamePrompt.waitsTo()).current;
  useEffect(() => usernamePrompt.close, []);
  const goOnAfter = (act: () => void) => {
    // What goes on may have a dialog of its own.
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

/** By what goes on after the name is saved. */
const submits = {
  send: 'settings.prompt.send',
  go: 'settings.prompt.go',
  nothing: 'settings.username.submit',
} as const;
