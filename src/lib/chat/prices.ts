import { atom, computed } from 'nanostores';
import { type ChatPrices, fixedPrices } from '#contract/chat/prices.ts';
import { $chat } from './store.ts';

/** What the performer of this page asks now; null if all performers ask the specification's prices. */
export const $offeredPrices = atom<ChatPrices | null>(null);

/** The prices of the chat that was joined last on this page: they do not change within it. */
export const $agreedPrices = atom<ChatPrices | null>(null);

/** What the page names: the prices of the running chat, else those on offer. */
export const $prices = computed([$offeredPrices, $agreedPrices, $chat], (offered, agreed, { status }) =>
  status === 'watching' ? (agreed ?? fixedPrices) : (offered ?? fixedPrices),
);
