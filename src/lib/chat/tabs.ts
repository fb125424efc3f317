import { atom, computed, type ReadableAtom } from 'nanostores';

export const tabs = ['chat', 'tips', 'vip', 'wallet'] as const;
export type Tab = (typeof tabs)[number];

export interface Panel {
  readonly $tab: ReadableAtom<Tab>;
  /** On phones the chat covers the picture and can be hidden. */
  readonly $hidesInterface: ReadableAtom<boolean>;
  /** Whether the viewer sees new messages. */
  readonly $isChatSeen: ReadableAtom<boolean>;
  tabBeforeWallet(): Tab;
  openTab(tab: Tab): void;
  /** Returns to the tab that needed credits. */
  leaveWallet(): void;
  toggleInterface(): void;
}

/** The panel beside the picture. */
export function createPanel(): Panel {
  const $tab = atom<Tab>('chat');
  const $hidesInterface = atom(false);
  /** The tab from which the wallet was opened. */
  let beforeWallet: Tab = 'chat';

  const tabBeforeWallet = (): Tab => ($tab.get() === 'wallet' ? beforeWallet : $tab.get());
  const openTab = (tab: Tab): void => {
    beforeWallet = tabBeforeWallet();
    $tab.set(tab);
    $hidesInterface.set(false);
  };
  return {
    $tab,
    $hidesInterface,
    $isChatSeen: computed([$tab, $hidesInterface], (tab, hidden) => tab === 'chat' && !hidden),
    tabBeforeWallet,
    openTab,
    leaveWallet: () => openTab(tabBeforeWallet()),
    toggleInterface: () => $hidesInterface.set(!$hidesInterface.get()),
  };
}

/** The page's instance. */
export const { $tab, $hidesInterface, $isChatSeen, tabBeforeWallet, openTab, leaveWallet, toggleInterface } =
  createPanel();
