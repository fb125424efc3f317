import { z } from 'zod';
import { ACTIVE_STREAM, forgetStream, keep, readKept } from '../../shell/kept.ts';
import { $tab, openTab, tabBeforeWallet, tabs } from '../room/tabs.ts';
import { $departure } from '../session/store.ts';

/** ms for which a tab goes on where it was. */
export const ACTIVE_MS = 3_600_000;

const activeStreamSchema = z.object({
  performer: z.string(),
  tab: z.enum(tabs),
  /** Of which the wallet was opened. */
  before: z.enum(tabs),
  /** What was typed in the chat and not sent. */
  line: z.string().default(''),
  /** The tip that is being written. Read by its own store, as the next one: they are loaded when they are needed. */
  tip: z.unknown().optional(),
  /** A show was asked for before it could be. */
  vip: z.unknown().optional(),
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

/** Nothing once the chat is left, or outside a stream page. */
export function keepPart(
  change: Partial<Pick<ActiveStream, 'tab' | 'before' | 'line' | 'tip' | 'vip'>>,
): void {
  const kept = read();
  if (kept) keep(ACTIVE_STREAM, { ...kept, ...change, at: Date.now() });
}

/**
 * Goes on where the viewer was on this performer's page before paying, logging in or a reload in this tab: the panel's
 * tab, the line and the tip that were being written, the show that was asked for. Until the chat is left, another performer's page is
 * opened, or an hour has passed. Nothing of it is sent or paid by itself.
 */
export function followActiveStream(performer: string): void {
  const kept = read();
  if (kept?.performer === performer && Date.now() - kept.at <= ACTIVE_MS) {
    openTab(kept.before);
    // After a payment its outcome covers the page, and leads to what it was for.
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
