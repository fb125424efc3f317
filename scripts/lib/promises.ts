import type { Feature } from '#contract/features.ts';

/** How a text speaks of what a brand may not have, in every language of the site. */
const promiseWords: Readonly<Partial<Record<Feature, RegExp>>> = {
  accountDeletion:
    /verwijder je (je|jouw) account|(je|jouw) account (op elk moment |zelf )*verwijderen|delet(e|ing) your account/i,
  camBack: /\b(je|jouw|eigen) (camera|webcam)\b|\byour (own )?(camera|webcam)\b|\bcam2cam\b/i,
  messenger:
    /\bpriv[ée]-?\s?berichten?\b|\bchat of privé\b|\bstuur (me|haar|hem|ze) een bericht|\bprivate messages?\b|\bor in private\b|\bsend (me|her|him|them) a message/i,
  phone:
    /\b(betaal|betalen|opwaarderen) (per|met de|met je|via de) telefoon|\btelefonisch betalen|\bpay(ing)? by phone|\b090[069]\b/i,
  toys: /\breage\w+ op (je |jouw |een )?(fooi|tip)|\b((responds?|reacts?) to|answers?) (your |a )?tips?\b|\b(bedien|bestuur|control)\w* .{0,20}toys?\b|\binteractie(f|ve)\b|\binteractive\b/i,
  vip: /\bVIP\b|\b[Pp]riv[ée][ -]?(show|sessie|gesprek)|\b[Pp]rivate (show|session)/,
};

export interface BrokenPromise {
  readonly feature: Feature;
  /** As the text says it. */
  readonly words: string;
}

/** What a text promises of features that are missing. */
export const brokenPromises = (text: string, missingFeatures: readonly Feature[]): BrokenPromise[] =>
  missingFeatures.flatMap((feature) => {
    const words = promiseWords[feature]?.exec(text)?.[0];
    return words ? [{ feature, words }] : [];
  });
