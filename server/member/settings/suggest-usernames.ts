import { randomInt } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { refuseUsername, USERNAME_MAX, USERNAME_MIN } from '#contract/member/credentials.ts';
import type { suggestUsernames as call } from '#contract/member/settings-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';

/** Used when nothing usable is left of the wish. */
const PLAIN = 'kijker';

/** Free usernames similar to a wish; of an e-mail address only the part before the @ counts. */
export async function suggestUsernames(
  deps: Deps,
  caller: Caller,
  { username, limit, maxLength }: ParsedInput<typeof call>,
): Promise<{ suggestions: string[] }> {
  requireMember(caller);
  const names = candidates(username, { count: limit * 4, max: Math.min(maxLength, USERNAME_MAX) });
  const folded = names.map((name) => name.toLowerCase());
  const taken = await deps.db
    .select({ name: members.usernameFolded })
    .from(members)
    .where(inArray(members.usernameFolded, folded));
  const gone = new Set(taken.map(({ name }) => name));
  return { suggestions: names.filter((name) => !gone.has(name.toLowerCase())).slice(0, limit) };
}

function candidates(wish: string, { count, max }: { count: number; max: number }): string[] {
  const letters = wish.replace(/@.*$/, '').replace(/[^A-Za-z0-9_-]/g, '');
  const usable = refuseUsername(letters.padEnd(USERNAME_MIN, '_').slice(0, USERNAME_MAX)) === null;
  const base = letters !== '' && usable ? letters : PLAIN;
  const names = new Set<string>([base.slice(0, max)]);
  for (let tries = 0; names.size < count && tries < count * 3; tries += 1) {
    const number = String(randomInt(10, 10_000));
    names.add(base.slice(0, max - number.length) + number);
  }
  return [...names].filter((name) => refuseUsername(name) === null);
}
