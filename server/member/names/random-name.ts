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
 * A free name like `KalmeHaven4821` that reveals nothing about the member: no member has it, and no performer's name
 * looks like it.
 */
export async function freeRandomName(deps: Pick<Deps, 'db' | 'brand'>, language: Locale): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const adjective = pick(deps.brand.nameWords[language].adjectives);
    const name = `${adjective}${randomNoun(deps, language)}${randomInt(1000, 10_000)}`;
    if (await isFree(deps, name)) return name;
  }
  throw new Error(`No free random name after ${TRIES} tries`);
}

/** The digits may spell a forbidden word together with the letters, so the rule for usernames applies too. */
async function isFree(deps: Pick<Deps, 'db'>, name: string): Promise<boolean> {
  if (refuseUsername(name) !== null) return false;
  const [members, performers] = [await namesOfMembers(deps, [name]), await namesLikePerformers(deps, [name])];
  return members.size === 0 && performers.size === 0;
}
