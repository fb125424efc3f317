import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { own } from '#contract/input.ts';
import { partFailed } from '#lib/shell/log.ts';
import { $modal, closeModal, endLate, type Modal } from '#lib/shell/start/dialogs.ts';
import { withLoader } from '#lib/shell/start/feedback.ts';
import { documentLocale, loadMessagesEarly } from '#lib/shell/translate.ts';
import { mount, mountStyled } from '../Mount.tsx';
import { Boundary } from '../ui/controls/Boundary.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useOpener } from '../ui/use-overlay.ts';
import { modals } from './modals.ts';

type Content = ComponentType<{ modal: never; close: () => void }>;
interface Shown {
  modal: Modal;
  Content: Content;
}

/** Drops the event that a button's handler receives. */
const close = (): void => closeModal();

/** The last dialog stays mounted during its closing animation. */
function ModalHost() {
  const modal = useStore($modal);
  const returnTo = useOpener(modal !== null);
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let current = true;
    const load = modal ? modals[modal.type] : undefined;
    if (modal && load) {
      withLoader(load()).then(
        (Content) => {
          if (!current) return;
          endLate(closeModal);
          setShown({ modal, Content });
        },
        (reason) => {
          partFailed(reason);
          closeModal(modal.type);
        },
      );
    }
    return () => {
      current = false;
    };
  }, [modal]);
  const Content = shown?.Content;
  return (
    <Dialog
      open={modal !== null && shown?.modal === modal}
      onClose={close}
      draft={shown && JSON.stringify(shown.modal)}
      returnTo={returnTo}
    >
      {Content && shown && (
        <Boundary key={shown.modal.type} onFailed={close}>
          <Content modal={shown.modal as never} close={close} />
        </Boundary>
      )}
    </Dialog>
  );
}

export const mountModalHost = () => mountStyled(<ModalHost />);

/** The studio has all utilities, and some of its own that others would override. */
export const mountStudioModalHost = () => mount(<ModalHost />);

/** Preloads dialogs and drawers, by name, that the next click may open. */
export const loadAhead = (names: string): Promise<unknown> =>
  Promise.all([
    loadMessagesEarly(documentLocale()),
    ...names
      .split(' ')
      .map((name) => own(modals, name)?.() ?? import('./DrawerHost.tsx').then((m) => m.loadDrawer(name))),
  ]);
