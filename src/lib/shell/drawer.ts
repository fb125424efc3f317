import { atom } from 'nanostores';
import { endLate, startLate } from './late.ts';

export type Drawer = 'wallet' | 'history' | 'menu' | 'dial-in';

/** One is shown at a time. */
export const $drawer = atom<Drawer | null>(null);

/** Opens a drawer; dropped if the user does something else before it is shown. */
export function openDrawer(drawer: Drawer, isTold = false): void {
  startLate(closeDrawer, isTold);
  $drawer.set(drawer);
}

export function closeDrawer(): void {
  endLate(closeDrawer);
  $drawer.set(null);
}
