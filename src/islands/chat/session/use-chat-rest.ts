import type { Rest } from '#contract/chat/receipt-calls.ts';
import { $chatRest, type KeptRest, keptUntil } from '#lib/chat/rests.ts';
import { useAlive, useLive } from '../../ui/controls/hydration.ts';

/** The usable rest of a chat minute; the first render uses the server-rendered value. */
export function useChatRest(rests: readonly Rest[] = []): KeptRest | null {
  const live = useLive($chatRest);
  const made = rests.find(({ mode }) => mode === 'chat');
  return useAlive() || !made ? live : keptUntil(made);
}
