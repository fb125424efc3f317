import type { Drawer } from '../drawer.ts';
import type { ModalType } from '../modal.ts';

/** For a button or a part of an island: what a press in it may open is loaded when the pointer or the focus comes near. */
export const opens = (...names: readonly (ModalType | Drawer | false)[]) => ({
  'data-opens': names.filter(Boolean).join(' ') || undefined,
});
