import { type ChatPrices, fixedPrices } from '#contract/chat/prices.ts';
import { $prices } from '#lib/chat/prices.ts';
import { useAlive, useLive } from '../ui/controls/hooks.ts';

/** The prices that the page names; the first render uses the server-rendered ones. */
export function usePrices(made: ChatPrices = fixedPrices): ChatPrices {
  const live = useLive($prices);
  return useAlive() ? live : made;
}
