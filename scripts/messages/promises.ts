import type { Feature } from '#contract/features.ts';
import { brokenPromises } from '../lib/promises.ts';

/** Texts that are shown only with their feature; what holds for their keys is the code's to keep. */
export const textsOfFeatures: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  phone: [
    // Of a drawer that nothing opens without it, and of the stream page's own group.
    'dialIn.off',
    'dialIn.title',
    'phone.pay',
  ],
  vip: [
    // Of a performer who is in such a show: the server puts nobody there without one.
    'chat.busy',
    'chat.now.busy',
    'status.busy',
    'status.vip',
    // Of a chat that was one, when there were any.
    'history.mode.vip',
    // Left out by shownValues and groupFields.
    'profile.value.showType.vip',
    // Opened by the request for a show.
    'wallet.noCredits.vip',
  ],
};

/** “vip: VIP”, or null where a text may be shown as it is: a group named like a feature is shown only with it. */
export function promiseOf(key: string, text: string, missingFeatures: readonly Feature[]): string | null {
  const broken = brokenPromises(text, missingFeatures).find(
    ({ feature }) => !key.startsWith(`${feature}.`) && !textsOfFeatures[feature]?.includes(key),
  );
  return broken ? `${broken.feature}: ${broken.words}` : null;
}
