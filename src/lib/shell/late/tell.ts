import { type Drawer, openDrawer } from '../drawer.ts';
import { type Modal, openModal } from '../modal.ts';

/** For a dialog no press asked for: it waits for its code whatever the person does meanwhile, but for Escape. */
export const tellModal = (modal: Modal): void => openModal(modal, true);
export const tellDrawer = (drawer: Drawer): void => openDrawer(drawer, true);
