import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { defaultLocale } from '#contract/locales.ts';
import type { suggestUsernames as call } from '#contract/member/settings-calls.ts';
import { refuseUsername, USERNAME_MAX, USERNAME_MIN } from '#contract/member/usernames.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { randomNoun } from '../names/random-name.ts';
import { namesLikePerformers, namesOfMembers } from '../names/reads.ts';

/** Free usernames similar to a wish; of an e-mail address only the part before the @ counts. */
export async function suggestUsernames(
  deps: Deps,
  caller: Caller,
  { username, limit, maxLength }: ParsedInput<typeof call>,
): Promise<{ suggestions: string[] }> {
  const { memberId } = requireMember(caller);
  const base = (await usableWish(deps, username)) ?? (await nounFor(deps, memberId));
  const names = candidates(base, { count: limit * 4, max: Math.min(maxLength, USERNAME_MAX) });
  const taken = await namesOfMembers(deps, names);
  const reserved = await namesLikePerformers(deps, names);
  const free = names.filter((name) => !taken.has(name) && !reserved.has(name));
  return { suggestions: free.slice(0, limit) };
}

/** What names can be made of; null when nothing is left of the wish, or it is a name that is reserved. */
async function usableWish(deps: Deps, wish: string): Promise<string | null> {
  const letters = wish.replace(/@.*$/, '').replace(/[^A-Za-z0-9_-]/g, '');
  if (letters === '') return null;
  if (refuseUsername(letters.padEnd(USERNAME_MIN, '_').slice(0, USERNAME_MAX)) !== null) return null;
  return (await namesLikePerformers(deps, [letters])).size > 0 ? null : letters;
}

/** In the member's language. */
async function nounFor(deps: Deps, memberId: number): Promise<string> {
  const [member] = await deps.db
    .select({ language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  return randomNoun(deps, member?.language ?? defaultLocale);
}

function candidates(base: string, { count, max }: { count: number; max: number }): string[] {
  const names = new Set<string>([base.slice(0, max)]);
  for (let tries = 0; names.size < count && tries < count * 3; tries += 1) {
    const number = String(randomInt(10, 10_000));
    names.add(base.slice(0, max - number.length) + number);
  }
  return [...names].filter((name) => refuseUsername(name) === null);
}
