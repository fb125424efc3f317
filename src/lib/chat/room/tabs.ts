import { atom, computed } from 'nanostores';

/** The tabs beside the picture; the chat is the first. */
export const tabs = ['chat', 'tips', 'wallet'] as const;
export type Tab = (typeof tabs)[number];

export const $tab = atom<Tab>('chat');
/** On a phone the chat lies over the picture and can be put away. */
export const $hidesInterface = atom(false);

/** Whether new messages are before the viewer's eyes. */
export const $isChatSeen = computed([$tab, $hidesInterface], (tab, hidden) => tab === 'chat' && !hidden);

/** Shows a tab, and the interface with it. */
export function openTab(tab: Tab): void {
  $tab.set(tab);
  $hidesInterface.set(false);
}

export function toggleInterface(): void {
  $hidesInterface.set(!$hidesInterface.get());
}
