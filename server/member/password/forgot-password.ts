import type { ParsedInput } from '#contract/endpoint.ts';
import type { forgotPassword as call } from '#contract/member/settings/password-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { pageToReturnTo } from '#contract/site/site-page.ts';
import { performerPageOf } from '#contract/wallet/return-page.ts';
import type { Caller } from '#server/identity/caller.ts';
import { addWork } from '#server/outbox/work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { recoveryWork } from '../mail/send-reset-mail.ts';

/**
 * Looks up no account, so that the response takes as long for any name: the outbox runner does. Not limited by account,
 * since a stranger could use the limit up: the outbox runner prevents flooding.
 */
export async function forgotPassword(
  deps: Deps,
  caller: Caller,
  { email, username, from }: ParsedInput<typeof call>,
): Promise<true> {
  const emailOrUsername = email || username || '';
  const payload = { emailOrUsername, from: await shownPage(deps, caller, from) };
  await deps.db.transaction((tx) => addWork(tx, recoveryWork, { payload, runAt: deps.now() }));
  return true;
}

/** A performer's page with the name as she writes it; undefined for one whom this visitor may not know of. */
async function shownPage(deps: Deps, caller: Caller, from: string | undefined): Promise<string | undefined> {
  const page = pageToReturnTo(from) ?? '';
  const wanted = performerPageOf(page);
  if (!wanted) return from;
  const performer = await performersFor(deps, visitorOf(caller)).byName(wanted.performer);
  return performer ? page.replace(/^[^?]*/, () => routes[wanted.page](performer.username)) : undefined;
}
