import { and, eq, gte, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import { withQuery } from '#contract/site/site-path.ts';
import {
  STUDIO_LINK_HOURS,
  UNDO_DAYS,
  type undoStudioLogin as undoStudioLoginCall,
} from '#contract/studio/account/account-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import { eraseFactorsSince } from '#server/identity/factor/factors.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { loginUndos } from '#server/identity/tables.ts';
import { hashToken, newLinkToken } from '#server/identity/tokens.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { issueLink } from '#server/performers/account/links.ts';
import { forgetPassword, performerAccount } from '#server/performers/account/store-account.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import { revokeKey } from '#server/performers/whip-key/keys.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cutRevoked } from '../whip-key/cut-revoked.ts';

const DAY_MS = 24 * 3_600_000;

/** Stores the hash and returns the path of the mail about a login now. Those of earlier logins stay valid. */
export async function issueUndo(
  tx: Pick<Tx, 'insert'>,
  { performerId, at }: { performerId: number; at: Date },
): Promise<string> {
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(at.getTime() + UNDO_DAYS * DAY_MS);
  await tx.insert(loginUndos).values({ tokenHash: hash, performerId, createdAt: at, expiresAt });
  return withQuery(routes.studioUndo, { key: token });
}

/**
 * Ends every session, voids password and encoder's key, which the stranger knew, and removes second factors added since.
 * Returns the key of a link for a new password, which is mailed too.
 */
export async function undoStudioLogin(
  deps: Deps,
  caller: Caller,
  { key }: ParsedInput<typeof undoStudioLoginCall>,
): Promise<OutputOf<typeof undoStudioLoginCall>> {
  requireFeature(deps, 'studio');
  return deps.db.transaction(async (tx) => {
    const at = deps.now();
    const { performerId, createdAt } = await redeemUndo(tx, key, at);
    await endSessions({ ...deps, db: tx }, { performerId }, 'undone');
    await revokeKey(tx, caller, { performerId, at });
    await forgetPassword(tx, performerId);
    await eraseFactorsSince(tx, performerId, createdAt);
    const link = await mailLink(deps, tx, { performerId, at });
    await recordAct(tx, caller, { act: 'performer.login-undone', subject: `performer:${performerId}`, at });
    tx.afterCommit(() => cutRevoked(deps));
    tx.afterCommit(() => deps.events.record('performer.login-undone', { performer: performerId }));
    return { key: link };
  });
}

/**
 * Closes this undo and those of later logins. Earlier ones stay: those logins may not have been hers either. Throws
 * `badRequest.link.used` or `badRequest.link.expired`, also for an unknown token or a removed performer.
 */
async function redeemUndo(tx: Tx, key: string, at: Date): Promise<typeof loginUndos.$inferSelect> {
  const read = async () => {
    const [undo] = await tx
      .select()
      .from(loginUndos)
      .where(eq(loginUndos.tokenHash, hashToken(key)));
    if (undo?.usedAt) throw new AppError('badRequest.link.used');
    if (!undo || undo.expiresAt <= at) throw new AppError('badRequest.link.expired');
    return undo;
  };
  const { performerId, createdAt } = await read();
  if (!(await holdPerformer(tx, performerId, 'no key update'))) throw new AppError('badRequest.link.expired');
  const undo = await read();
  await tx
    .update(loginUndos)
    .set({ usedAt: at })
    .where(
      and(
        eq(loginUndos.performerId, performerId),
        gte(loginUndos.createdAt, createdAt),
        isNull(loginUndos.usedAt),
      ),
    );
  return undo;
}

/** The mail reaches her if she closes the page before she has chosen a password. */
async function mailLink(
  deps: Deps,
  tx: Tx,
  { performerId, at }: { performerId: number; at: Date },
): Promise<string> {
  const token = await issueLink(tx, { performerId, at });
  const account = await performerAccount(tx, performerId);
  if (!account) return token;
  const head = {
    to: account.email,
    lang: account.language,
    affiliate: noAffiliate,
    path: withQuery(routes.studioLink, { key: token }),
  };
  const mail = writeMail(deps, 'studioUndone', head, { hours: String(STUDIO_LINK_HOURS) });
  await addWork(tx, mailWork, { payload: mail, runAt: at });
  return token;
}
