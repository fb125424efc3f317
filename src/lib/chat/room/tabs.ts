import { atom, computed } from 'nanostores';

export const tabs = ['chat', 'tips', 'vip', 'wallet'] as const;
export type Tab = (typeof tabs)[number];

export const $tab = atom<Tab>('chat');
/** On phones the chat covers the picture and can be hidden. */
export const $hidesInterface = atom(false);

/** Whether the viewer sees new messages. */
export const $isChatSeen = computed([$tab, $hidesInterface], (tab, hidden) => tab === 'chat' && !hidden);

export function openTab(tab: Tab): void {
  $tab.set(tab);
  $hidesInterface.set(false);
}

export function toggleInterface(): void {
  $hidesInterface.set(!$hidesInterface.get());
}
