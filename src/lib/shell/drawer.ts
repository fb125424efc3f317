import { atom } from 'nanostores';

export type Drawer = 'wallet' | 'history' | 'menu' | 'dial-in';

/** One at a time. */
export const $drawer = atom<Drawer | null>(null);

export const openDrawer = (drawer: Drawer): void => $drawer.set(drawer);
export const closeDrawer = (): void => $drawer.set(null);
