import type { Language } from '#contract/member/calls.ts';
import type { Tx } from '#server/db/open.ts';
import type { Deps } from '#server/deps.ts';
import { addWork } from '#server/outbox/work.ts';
import { writeMail } from './letters.ts';
import { issueLink } from './links.ts';

/** Leaves the activation mail in the caller's transaction. */
export async function sendActivation(
  deps: Deps,
  tx: Tx,
  { memberId, email, lang }: { memberId: number; email: string; lang: Language },
): Promise<void> {
  const now = deps.now();
  const key = await issueLink(tx, { kind: 'activate', memberId, email, now });
  const mail = writeMail(deps, 'activation', { to: email, lang, path: `/activate?key=${key}` });
  await addWork(tx, { kind: 'mail', payload: mail }, now);
}
