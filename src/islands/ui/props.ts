import type { ReactElement } from 'react';
import type { ModalOf, ModalType } from '../../lib/shell/start/dialogs.ts';

export interface ModalContentProps<Type extends ModalType = ModalType> {
  readonly modal: ModalOf<Type>;
  readonly close: () => void;
}

export interface DrawerContentProps {
  readonly close: () => void;
}

/** Children beside siblings: no bare text, as a browser that translates the page replaces React's text nodes. */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;
