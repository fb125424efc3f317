import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

/** The context a dialog's content needs. */
export const InDialog = ({ children }: { children: ReactNode }) => (
  <Dialog.Root open modal={false}>
    <Dialog.Portal>
      <Dialog.Popup>{children}</Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
