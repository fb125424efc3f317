import type { Locale } from '#contract/locales.ts';
import de from '../../content/documents/de.json';
import en from '../../content/documents/en.json';
import nl from '../../content/documents/nl.json';

const documents = { nl, en, de };

/** What a member's own file calls a kind of transfer; the kind itself if it has no name. */
export function kindName(kind: string, locale: Locale): string {
  const names = new Map<string, string>(Object.entries(documents[locale].movements.kinds));
  return names.get(kind) ?? kind;
}
