import type { Feature } from '#contract/site/features.ts';
import { brokenPromises } from '#server/content/promises.ts';

/** Keys of texts that the code shows only with their feature. */
export const textsOfFeatures: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  phone: [
    // In a drawer that only the feature opens, and in the stream page's group.
    'dialIn.off',
    'dialIn.title',
    'phone.pay',
  ],
  vip: [
    // About a performer in a show, a status that the server sets only with the feature.
    'chat.busy',
    'chat.now.busy',
    'status.busy',
    'status.vip',
    // About past VIP chats, which exist only if the feature was on.
    'history.mode.vip',
    // Left out by shownValues and groupFields.
    'profile.value.showType.vip',
    // Opened by the request for a show.
    'wallet.noCredits.vip',
  ],
};

/** Returns “vip: VIP”, or null if the text is allowed: a group named like a feature is shown only with it. */
export function promiseOf(key: string, text: string, missingFeatures: readonly Feature[]): string | null {
  const broken = brokenPromises(text, missingFeatures).find(
    ({ feature }) => !key.startsWith(`${feature}.`) && !textsOfFeatures[feature]?.includes(key),
  );
  return broken ? `${broken.feature}: ${broken.words}` : null;
}
