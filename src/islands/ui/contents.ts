import type { ModalOf, ModalType } from '../../lib/shell/modal.ts';

export interface ModalContentProps<Type extends ModalType = ModalType> {
  readonly modal: ModalOf<Type>;
  readonly close: () => void;
}

export interface DrawerContentProps {
  readonly close: () => void;
}
