import type { Rest } from '#contract/chat/receipt.ts';
import { $chatRest, type KeptRest, keptUntil } from '#lib/chat/rests/rests.ts';
import { useAlive } from '../../ui/use-alive.ts';
import { useLive } from './use-live.ts';

/** The rest of a chat minute that can be used now; the first render repeats what the page was made with. */
export function useChatRest(rests: readonly Rest[] = []): KeptRest | null {
  const live = useLive($chatRest);
  const made = rests.find(({ mode }) => mode === 'chat');
  return useAlive() || !made ? live : keptUntil(made);
}
