import { z } from 'zod';
import { type StoppableMail, stoppableMails } from '#contract/member/settings/settings-calls.ts';
import { readToken, signToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Seconds for which the stop link of a mail is valid: mails are kept for a long time. */
const STOP_SECONDS = 2 * 365 * 24 * 3600;

const schema = z.object({ sub: z.string().regex(/^\d+$/), kind: z.enum(stoppableMails) });

export interface Stop {
  memberId: number;
  kind: StoppableMail;
}

/** The key for a mail's stop link: it stops this kind of mail and allows nothing else. */
export const stopKey = ({ config, now }: Pick<Deps, 'config' | 'now'>, { memberId, kind }: Stop): string =>
  signToken(config.secret, 'mail-stop', { sub: String(memberId), kind }, { now: now(), ttl: STOP_SECONDS });

/** Null if the key is not ours or has expired. */
export async function readStopKey(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  key: string,
): Promise<Stop | null> {
  const read = await readToken(config.secret, key, { audience: 'mail-stop', schema, now: now() });
  return read && { memberId: Number(read.sub), kind: read.kind };
}
