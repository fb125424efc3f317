import { randomInt } from 'node:crypto';
import type { Locale } from '#contract/locales.ts';
import { refuseUsername } from '#contract/member/usernames.ts';
import type { Deps } from '#server/ports/deps.ts';
import { namesLikePerformers, namesOfMembers } from './reads.ts';

/** With some ten million names per language, a second attempt is rare. */
const TRIES = 20;

const pick = (words: readonly string[]): string => words[randomInt(words.length)] ?? '';

export const randomNoun = ({ brand: { nameWords } }: Pick<Deps, 'brand'>, language: Locale): string =>
  pick(nameWords[language].nouns);

/**
 * Free names like `KalmeHaven4821` that reveal nothing about their members, one for each language: no member has them, and
 * no performer's name looks like them.
 */
export async function freeRandomNames(
  deps: Pick<Deps, 'db' | 'brand'>,
  languages: readonly Locale[],
): Promise<string[]> {
  const names = new Map<number, string>();
  for (let tries = 0; tries < TRIES && names.size < languages.length; tries += 1) {
    const taken = new Set(names.values());
    const wanted = new Map<string, number>();
    for (const [place, language] of languages.entries()) {
      const name = names.has(place) ? null : randomName(deps, language);
      if (name !== null && !taken.has(name)) wanted.set(name, place);
    }
    for (const name of await freeOf(deps, [...wanted.keys()])) names.set(wanted.get(name) ?? 0, name);
  }
  return languages.map((_, place) => {
    const name = names.get(place);
    if (name === undefined) throw new Error(`No free random name after ${TRIES} tries`);
    return name;
  });
}

function randomName(deps: Pick<Deps, 'brand'>, language: Locale): string {
  const adjective = pick(deps.brand.nameWords[language].adjectives);
  return `${adjective}${randomNoun(deps, language)}${randomInt(1000, 10_000)}`;
}

/** The digits may spell a forbidden word together with the letters, so the rule for usernames applies too. */
async function freeOf(deps: Pick<Deps, 'db'>, names: readonly string[]): Promise<string[]> {
  const allowed = names.filter((name) => refuseUsername(name) === null);
  if (allowed.length === 0) return [];
  const members = await namesOfMembers(deps, allowed);
  const performers = await namesLikePerformers(deps, allowed);
  return allowed.filter((name) => !members.has(name) && !performers.has(name));
}
