import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import type {
  changeUsername as changeUsernameCall,
  suggestUsernames as suggestUsernamesCall,
} from '#contract/member/settings/settings-calls.ts';
import { refuseUsername, tellsEmail, USERNAME_MAX, USERNAME_MIN } from '#contract/member/usernames.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { isDuplicate } from '#server/db/errors.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { sessionToken } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { insultTest } from '../names/insults.ts';
import { randomNoun } from '../names/random-name.ts';
import { namesLikePerformers, namesOfMembers, refusalLabels } from '../names/reads.ts';
import { members } from '../tables.ts';

/** Throws `badRequest.forbiddenWords` also for an insult, and for a name that looks like a performer's. */
export async function changeUsername(
  deps: Deps,
  caller: Caller,
  { username }: ParsedInput<typeof changeUsernameCall>,
): Promise<{ token: string }> {
  const member = requireMember(caller);
  const refused = refuseUsername(username);
  if (refused) throw new AppError(refusalLabels[refused], { fields: ['username'] });
  if (insultTest(deps.brand)(username))
    throw new AppError('badRequest.forbiddenWords', { fields: ['username'] });
  const usernameFolded = username.toLowerCase();
  try {
    await deps.db.transaction(async (tx) => {
      const inTx = { db: tx };
      if ((await namesLikePerformers(inTx, [username])).size > 0)
        throw new AppError('badRequest.forbiddenWords');
      if ((await namesOfMembers(inTx, [username], member.memberId)).size > 0)
        throw new AppError('badRequest.username_exists');
      await tx.update(members).set({ username, usernameFolded }).where(eq(members.id, member.memberId));
      await recordAct(tx, member, { act: 'member.username-changed', at: deps.now() });
      tx.afterCommit(() => {
        deps.push.toMember(member.memberId, 'member-changed', {});
        deps.events.record('member.username-changed', { member: member.memberId });
      });
    });
  } catch (error) {
    // Another member took it at the same moment; the unique index refused this member.
    throw isDuplicate(error) ? new AppError('badRequest.username_exists') : error;
  }
  return { token: await sessionToken(deps, member) };
}

/** Attempts to find a noun that does not reveal the address. */
const NOUN_TRIES = 20;

/** Free usernames similar to `username`. None reveals the member's address, nor an address given as `username`. */
export async function suggestUsernames(
  deps: Deps,
  caller: Caller,
  { username, limit, maxLength }: ParsedInput<typeof suggestUsernamesCall>,
): Promise<{ suggestions: string[] }> {
  const { memberId } = requireMember(caller);
  const { email, language } = await readMember(deps, memberId);
  const addresses = [email, username].filter((one) => one.includes('@'));
  const hasInsult = insultTest(deps.brand);
  const isUnfit = (name: string): boolean =>
    hasInsult(name) || addresses.some((address) => tellsEmail(name, address));
  const base = (await usableWish(deps, username, isUnfit)) ?? nounFor(deps, language, isUnfit);
  const names = candidates(base, { count: limit * 4, max: Math.min(maxLength, USERNAME_MAX) });
  const fit = names.filter((name) => !isUnfit(name));
  const taken = await namesOfMembers(deps, fit);
  const reserved = await namesLikePerformers(deps, fit);
  const free = fit.filter((name) => !taken.has(name) && !reserved.has(name));
  return { suggestions: free.slice(0, limit) };
}

/** The usable characters; null for an address and for a reserved, insulting or empty name. */
async function usableWish(
  deps: Deps,
  wish: string,
  isUnfit: (name: string) => boolean,
): Promise<string | null> {
  const letters = wish.replace(/[^A-Za-z0-9_-]/g, '');
  if (wish.includes('@') || letters === '' || isUnfit(letters)) return null;
  if (refuseUsername(letters.padEnd(USERNAME_MIN, '_').slice(0, USERNAME_MAX)) !== null) return null;
  return (await namesLikePerformers(deps, [letters])).size > 0 ? null : letters;
}

async function readMember(deps: Deps, memberId: number): Promise<{ email: string; language: Locale }> {
  const [member] = await deps.db
    .select({ email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  if (!member) throw new AppError('badRequest.unauthorized');
  return member;
}

/** A random noun in the member's language. */
function nounFor(deps: Deps, language: Locale, isUnfit: (name: string) => boolean): string {
  const nouns = Array.from({ length: NOUN_TRIES }, () => randomNoun(deps, language));
  return nouns.find((noun) => !isUnfit(noun)) ?? '';
}

function candidates(base: string, { count, max }: { count: number; max: number }): string[] {
  const names = new Set<string>([base.slice(0, max)]);
  for (let tries = 0; names.size < count && tries < count * 3; tries += 1) {
    const number = String(randomInt(10, 10_000));
    names.add(base.slice(0, max - number.length) + number);
  }
  return [...names].filter((name) => refuseUsername(name) === null);
}
