import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import type {
  changeStudioPassword as changeStudioPasswordCall,
  readStudioAccount as readStudioAccountCall,
} from '#contract/studio/account/account-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requirePerformer, requireStarted } from '#server/identity/caller.ts';
import { requireRecentFactor } from '#server/identity/factor/factors.ts';
import { countPasskeys } from '#server/identity/passkeys/passkeys.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { renewToken } from '#server/identity/tokens.ts';
import { requireNewPassword } from '#server/member/account/account-password.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { unreadOf } from '#server/messaging/reads.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { closeLinks } from '#server/performers/account/links.ts';
import { performerAccount, storePassword } from '#server/performers/account/store-account.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { unreadStatements } from '#server/safety/decisions/reads.ts';

export async function readStudioAccount(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof readStudioAccountCall>> {
  requireFeature(deps, 'studio');
  const { performerId, lacksFactor = false } = requireStarted(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const unread = deps.brand.hasFeature('messenger')
    ? await unreadOf(deps.db, { side: 'performer', id: performerId })
    : 0;
  const statements = await unreadStatements(deps.db, { performerId });
  const { username, onlineStatus } = performer;
  return { username, onlineStatus, unread, statements, lacksFactor };
}

/** Ends every other session and an open link, invalidates this session's token and mails her. Her encoder's key stays valid. */
export async function changeStudioPassword(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof changeStudioPasswordCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  const { performerId, sessionId } = performer;
  await requireRecentFactor(deps, performer);
  await deps.limits.take('login-account', `performer ${performerId}`);
  requireNewPassword(deps, input.newPassword, 'newPassword');
  const before = (await performersFor(deps, inHouse).byId(performerId))?.passwordHash;
  const isRight = await deps.passwords.check(before, input.password);
  if (!before || !isRight) throw new AppError('badRequest.incorrectPassword');
  const passwordHash = await deps.passwords.hash(input.newPassword);
  await deps.db.transaction(async (tx) => {
    // A concurrent request may have changed the password since the check.
    if (!(await storePassword(tx, performerId, { passwordHash, before })))
      throw new AppError('badRequest.incorrectPassword');
    await closeLinks(tx, { performerId, at: deps.now() });
    await renewToken(tx, performer, { performerId });
    await notePassword(deps, tx, performer, { performerId });
    const { length: ended } = await endSessions(
      { ...deps, db: tx },
      { performerId, except: sessionId },
      'password',
    );
    const changed = { performer: performerId, ended };
    tx.afterCommit(() => deps.events.record('performer.password-changed', changed));
  });
  return true;
}

/** Writes the audit row of a new password and, unless it is her first, mails her. */
export async function notePassword(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { performerId, isFirst = false }: { performerId: number; isFirst?: boolean },
): Promise<void> {
  const at = deps.now();
  await recordAct(tx, caller, { act: 'performer.password-changed', subject: `performer:${performerId}`, at });
  const account = isFirst ? null : await performerAccount(tx, performerId);
  if (!account) return;
  const head = {
    to: account.email,
    lang: account.language,
    affiliate: noAffiliate,
    path: routes.studioAccount,
  };
  const owner = { kind: 'performer', performerId } as const;
  const passkeys = deps.brand.hasFeature('passkeys') ? await countPasskeys(tx, owner) : 0;
  const mail = writeMail(deps, 'studioPasswordChanged', head, { passkeys: String(passkeys) });
  await addWork(tx, mailWork, { payload: mail, runAt: at });
}
