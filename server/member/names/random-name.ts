import { randomInt } from 'node:crypto';
import type { Locale } from '#contract/locales.ts';
import { refuseUsername } from '#contract/member/usernames.ts';
import type { Deps } from '#server/ports/deps.ts';
import { namesLikePerformers, namesOfMembers } from './reads.ts';

/** There are some ten million names in a language: a second attempt is rare. */
const TRIES = 20;

const pick = (words: readonly string[]): string => words[randomInt(words.length)] ?? '';

export const randomNoun = ({ brand: { nameWords } }: Pick<Deps, 'brand'>, language: Locale): string =>
  pick(nameWords[language].nouns);

/** `KalmeHaven4821`: tells nothing of the member. Nobody goes by it, and no performer by one that reads like it. */
export async function freeRandomName(deps: Pick<Deps, 'db' | 'brand'>, language: Locale): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const adjective = pick(deps.brand.nameWords[language].adjectives);
    const name = `${adjective}${randomNoun(deps, language)}${randomInt(1000, 10_000)}`;
    if (await isFree(deps, name)) return name;
  }
  throw new Error('no free name was found');
}

/** The number may spell a forbidden word behind the letters, so the rule for usernames is asked, too. */
async function isFree(deps: Pick<Deps, 'db'>, name: string): Promise<boolean> {
  if (refuseUsername(name) !== null) return false;
  const [members, performers] = [await namesOfMembers(deps, [name]), await namesLikePerformers(deps, [name])];
  return members.size === 0 && performers.size === 0;
}
