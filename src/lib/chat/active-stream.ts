import * as z from 'zod/mini';
import { ACTIVE_STREAM, forgetStream, keep, readKept } from '../shell/kept.ts';
import { $departure } from './store.ts';
import { $tab, openTab, tabBeforeWallet, tabs } from './tabs.ts';

/** ms for which a tab restores its state. */
export const ACTIVE_MS = 3_600_000;

const activeStreamSchema = z.object({
  performer: z.string(),
  tab: z.enum(tabs),
  /** The tab from which the wallet was opened. */
  before: z.enum(tabs),
  /** Text typed in the chat and not sent. */
  line: z._default(z.string(), ''),
  /** The tip being written. Parsed by its own store, like `vip`: both are loaded only when needed. */
  tip: z.optional(z.unknown()),
  /** Whether a show was requested before it was possible. */
  vip: z.optional(z.unknown()),
  /** ms since the epoch. */
  at: z.number(),
});
type ActiveStream = z.infer<typeof activeStreamSchema>;

const read = (): ActiveStream | undefined => activeStreamSchema.safeParse(readKept(ACTIVE_STREAM)).data;

export const keptPart = (part: 'tip' | 'vip'): unknown => read()?.[part];

export function keptLine(performer: string): string {
  const kept = read();
  return kept?.performer === performer ? kept.line : '';
}

/** Does nothing after the chat was left, or outside a stream page. */
export function keepPart(
  change: Partial<Pick<ActiveStream, 'tab' | 'before' | 'line' | 'tip' | 'vip'>>,
): void {
  const kept = read();
  if (kept) keep(ACTIVE_STREAM, { ...kept, ...change, at: Date.now() });
}

/**
 * Restores panel tab, unsent line and tip, and requested show after paying, logging in or a reload; never sends or
 * pays. Kept an hour at most, until the chat or the performer's page is left.
 */
export function followActiveStream(performer: string): void {
  const kept = read();
  if (kept?.performer === performer && Date.now() - kept.at <= ACTIVE_MS) {
    openTab(kept.before);
    // After a payment its outcome covers the page and leads to the kept tab.
    if (!new URLSearchParams(location.search).has('payment')) openTab(kept.tab);
  } else
    keep(ACTIVE_STREAM, {
      performer,
      tab: 'chat',
      before: 'chat',
      line: '',
      at: Date.now(),
    } satisfies ActiveStream);
  $tab.listen((tab) => keepPart({ tab, before: tabBeforeWallet() }));
  $departure.listen((left) => left && forgetStream());
}
