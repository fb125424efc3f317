import { atom } from 'nanostores';

export type Drawer = 'wallet' | 'menu' | 'dial-in';

/** The drawer that is out now; one at a time. */
export const $drawer = atom<Drawer | null>(null);

export const openDrawer = (drawer: Drawer): void => $drawer.set(drawer);
export const closeDrawer = (): void => $drawer.set(null);
