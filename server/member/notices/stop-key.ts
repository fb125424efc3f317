import { z } from 'zod';
import { type MailKind, mailKinds } from '#contract/member/preferences-calls.ts';
import { readToken, signToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Seconds that a mail can be stopped from itself: mails are kept for long. */
const STOP_SECONDS = 2 * 365 * 24 * 3600;

const schema = z.object({ sub: z.string().regex(/^\d+$/), kind: z.enum(mailKinds) });

export interface Stop {
  memberId: number;
  kind: MailKind;
}

/** Goes into the mail: whoever has it may stop this kind of mail, and nothing else. */
export const stopKey = ({ config, now }: Pick<Deps, 'config' | 'now'>, { memberId, kind }: Stop): string =>
  signToken(config.secret, 'mail-stop', { sub: String(memberId), kind }, { now: now(), ttl: STOP_SECONDS });

/** Null for what is not ours, or too old. */
export async function readStopKey(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  key: string,
): Promise<Stop | null> {
  const read = await readToken(config.secret, key, { audience: 'mail-stop', schema, now: now() });
  return read && { memberId: Number(read.sub), kind: read.kind };
}
