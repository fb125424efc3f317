import { type Drawer, type Modal, type ModalType, openDrawer, openModal } from './dialogs.ts';

/** Attribute for a button or a part of an island: preloads what a click may open when pointer or focus comes near. */
export const opens = (...names: readonly (ModalType | Drawer | false)[]) => ({
  'data-opens': names.filter(Boolean).join(' ') || undefined,
});

/** For a dialog not opened by a click: it waits for its code whatever the user does, except Escape. */
export const tellModal = (modal: Modal): void => openModal(modal, true);
export const tellDrawer = (drawer: Drawer): void => openDrawer(drawer, true);
