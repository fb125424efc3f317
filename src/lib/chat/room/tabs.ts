import { atom, computed } from 'nanostores';

export const tabs = ['chat', 'tips', 'vip', 'wallet'] as const;
export type Tab = (typeof tabs)[number];

export const $tab = atom<Tab>('chat');
/** On phones the chat covers the picture and can be hidden. */
export const $hidesInterface = atom(false);

/** Whether the viewer sees new messages. */
export const $isChatSeen = computed([$tab, $hidesInterface], (tab, hidden) => tab === 'chat' && !hidden);

/** The tab from which the wallet was opened. */
let beforeWallet: Tab = 'chat';

export const tabBeforeWallet = (): Tab => ($tab.get() === 'wallet' ? beforeWallet : $tab.get());

export function openTab(tab: Tab): void {
  beforeWallet = tabBeforeWallet();
  $tab.set(tab);
  $hidesInterface.set(false);
}

/** Back to what credits were needed for. */
export const leaveWallet = (): void => openTab(tabBeforeWallet());

export function toggleInterface(): void {
  $hidesInterface.set(!$hidesInterface.get());
}
