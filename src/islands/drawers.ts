import type { ComponentType } from 'react';
import type { Drawer } from '#lib/shell/drawer.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import type { DrawerContentProps } from './ui/contents.ts';

interface DrawerRow {
  /** Heading of the panel. */
  readonly title: MessageKey;
  readonly load: () => Promise<ComponentType<DrawerContentProps>>;
}

/** Where each drawer's content lives; fetched when it is first pulled out. */
export const drawers: Partial<Record<Drawer, DrawerRow>> = {
  wallet: {
    title: 'wallet.title',
    load: () => import('./wallet/purchase/WalletDrawer.tsx').then(({ WalletDrawer }) => WalletDrawer),
  },
};
