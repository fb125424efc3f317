import type { ComponentType } from 'react';
import type { Drawer } from '#lib/shell/start/dialogs.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import type { DrawerContentProps } from '../ui/use-overlay.ts';

interface DrawerRow {
  readonly title: MessageKey;
  readonly load: () => Promise<ComponentType<DrawerContentProps>>;
  /** Whether it is shown in the middle; by default at the side. */
  readonly isCentred?: () => Promise<boolean>;
}

/** Imported when first opened. */
export const drawers: Partial<Record<Drawer, DrawerRow>> = {
  'dial-in': {
    title: 'dialIn.title',
    load: () => import('../wallet/dial-in/DialInDrawer.tsx').then(({ DialInDrawer }) => DialInDrawer),
  },
  wallet: {
    title: 'wallet.title',
    load: () => import('../wallet/purchase/Wallet.tsx').then(({ WalletDrawer }) => WalletDrawer),
    isCentred: () =>
      import('#lib/wallet/purchase/offer.ts').then(({ walletVariant }) => walletVariant() === 'default'),
  },
  history: {
    title: 'history.title',
    load: () => import('../wallet/spending/History.tsx').then(({ History }) => History),
  },
};
