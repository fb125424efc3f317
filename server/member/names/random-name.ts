import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Locale } from '#contract/locales.ts';
import { refuseUsername } from '#contract/member/usernames.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { systemCaller } from '#server/identity/caller.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
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

interface NameHolder {
  memberId: number;
}

/** Queued by the database when a stored performer's name looks like a member's (migration 0004). */
export const giveUpNameWork: WorkKind<NameHolder> = {
  kind: 'give-up-name',
  payload: z.object({ memberId: z.number().int() }),
};

/** The performer keeps the name; the member gets a random one and may choose another. */
export async function giveUpName(deps: Deps, { memberId }: NameHolder): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const inTx = { ...deps, db: tx };
    const [member] = await tx
      .select({ username: members.username, email: members.email, language: members.language })
      .from(members)
      .where(and(eq(members.id, memberId), isNull(members.deletedAt)))
      .for('update');
    if (!member || member.username === member.email) return;
    if ((await namesLikePerformers(inTx, [member.username])).size === 0) return;
    const [username] = await freeRandomNames(inTx, [member.language]);
    if (username === undefined) throw new Error(`No free name for member ${memberId}`);
    await tx
      .update(members)
      .set({ username, usernameFolded: username.toLowerCase() })
      .where(eq(members.id, memberId));
    await recordAct(tx, systemCaller, { act: 'member.username-changed', memberId, at: deps.now() });
    tx.afterCommit(() => {
      deps.push.toMember(memberId, 'member-changed', {});
      deps.events.record('member.username-changed', { member: memberId });
    });
  });
}
