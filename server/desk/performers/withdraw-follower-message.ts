import type {
  readDeskPerformer,
  withdrawFollowerMessage as withdrawFollowerMessageCall,
} from '#contract/desk/people/performer-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { routes } from '#contract/site/routes.ts';
import { FOLLOWER_EVERY_MS } from '#contract/studio/follower-calls.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import {
  lastMessageOf,
  versionOfMessage,
  withdrawMessage,
} from '#server/performers/followers/follower-messages.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPresent } from './record.ts';

type WithdrawDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

/** Mails the performer the statement of reasons, once. Throws as `withdrawMessage` does. */
export async function withdrawFollowerMessage(
  deps: WithdrawDeps,
  caller: Caller,
  {
    performer: performerId,
    statement,
    version,
  }: Pick<ParsedInput<typeof withdrawFollowerMessageCall>, 'performer' | 'statement' | 'version'>,
): Promise<true> {
  const operator = requireOperator(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    const withdrawal = { performerId, version, by: operator.name, statement, at };
    if (!(await withdrawMessage(tx, operator, withdrawal))) return;
    const account = await performerAccount(tx, performerId);
    if (!account) return;
    const { email: to, language: lang } = account;
    const head = { to, lang, affiliate: noAffiliate, path: routes.studio };
    const payload = writeMail(deps, 'followerMessageWithdrawn', head, { statement });
    await addWork(tx, mailWork, { payload, runAt: at });
  });
  return true;
}

/** The performer's message of the last seven days, withdrawn or not. */
export async function shownFollowerMessage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  performerId: number,
): Promise<OutputOf<typeof readDeskPerformer>['followerMessage']> {
  const last = await lastMessageOf(db, performerId);
  if (!last || last.sentAt.getTime() + FOLLOWER_EVERY_MS <= now().getTime()) return null;
  return {
    text: last.text,
    sentAt: last.sentAt.toISOString(),
    version: versionOfMessage(last),
    withdrawnAt: last.withdrawnAt?.toISOString() ?? null,
    withdrawnBy: last.withdrawnBy,
    statement: last.withdrawalStatement,
  };
}
