import { and, eq, isNull } from 'drizzle-orm';
import {
  type checkDeskLink as checkDeskLinkCall,
  DESK_LINK_HOURS,
  type redeemDeskLink as redeemDeskLinkCall,
  refuseDeskPassword,
} from '#contract/desk/account/account-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import { withQuery } from '#contract/site/site-path.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller, OperatorCaller } from '#server/identity/caller.ts';
import { authenticatorOf, matchCode, offeredKey, sealKey } from '#server/identity/factor/authenticator.ts';
import { holdOperator, operatorById } from '#server/identity/operators/reads.ts';
import { erasePasskeys } from '#server/identity/passkeys/passkeys.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { operatorLinks, operators } from '#server/identity/tables.ts';
import { hashToken, newLinkToken } from '#server/identity/tokens.ts';
import { requireNewPassword } from '#server/member/account/account-password.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type DeskLogin, openDeskLogin, wrongClock } from './desk-login.ts';

type LinkRow = typeof operatorLinks.$inferSelect;

interface Change {
  operatorId: number;
  at: Date;
}

/** Stores the hash and returns the secret, which is only in the mail. Earlier links become invalid. */
async function issueLink(tx: Tx, { operatorId, at }: Change): Promise<string> {
  await closeLinks(tx, { operatorId, at });
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(at.getTime() + DESK_LINK_HOURS * 3_600_000);
  await tx.insert(operatorLinks).values({ tokenHash: hash, operatorId, createdAt: at, expiresAt });
  return token;
}

/** Invalidates the open link. */
export async function closeLinks(tx: Tx, { operatorId, at }: Change): Promise<void> {
  await tx
    .update(operatorLinks)
    .set({ usedAt: at })
    .where(and(eq(operatorLinks.operatorId, operatorId), isNull(operatorLinks.usedAt)));
}

/**
 * Reads a link without using it up. Throws `badRequest.link.used`, also if a later link replaced it, or
 * `badRequest.link.expired`, also for an unknown token.
 */
async function readLink(
  db: Pick<Db, 'select'>,
  { token, at }: { token: string; at: Date },
): Promise<LinkRow> {
  const [link] = await db
    .select()
    .from(operatorLinks)
    .where(eq(operatorLinks.tokenHash, hashToken(token)));
  if (link?.usedAt) throw new AppError('badRequest.link.used');
  if (!link || link.expiresAt <= at) throw new AppError('badRequest.link.expired');
  return link;
}

/** Uses up a link: of two simultaneous requests one succeeds. Throws like `readLink`. */
async function useLink(tx: Tx, { token, at }: { token: string; at: Date }): Promise<LinkRow> {
  const { operatorId } = await readLink(tx, { token, at });
  if (!(await holdOperator(tx, operatorId))) throw new AppError('badRequest.link.expired');
  const link = await readLink(tx, { token, at });
  await closeLinks(tx, { operatorId, at });
  return link;
}

/**
 * Mails an operator a one-time link to set password and authenticator app, in the transaction `deps.db`. Earlier
 * links become invalid. Throws `badRequest.notFound` for a disabled operator.
 */
export async function sendDeskLink(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: OperatorCaller,
  operatorId: number,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const operator = await holdOperator(tx, operatorId);
    if (!operator) throw new AppError('badRequest.notFound');
    const { name, email, language } = operator;
    const path = withQuery(routes.deskLink, { key: await issueLink(tx, { operatorId, at }) });
    const values = { name, hours: String(DESK_LINK_HOURS) };
    const mail = writeMail(
      deps,
      'deskLink',
      { to: email, lang: language, affiliate: noAffiliate, path },
      values,
    );
    await addWork(tx, mailWork, { payload: mail, runAt: at });
    await recordAct(tx, caller, { act: 'operator.link-sent', subject: `operator:${name}`, at });
  });
}

export async function checkDeskLink(
  deps: Deps,
  _caller: Caller,
  { key }: ParsedInput<typeof checkDeskLinkCall>,
): Promise<OutputOf<typeof checkDeskLinkCall>> {
  const { operatorId } = await readLink(deps.db, { token: key, at: deps.now() });
  const operator = await operatorById(deps.db, operatorId);
  if (!operator) throw new AppError('badRequest.link.expired');
  const { name, email } = operator;
  return { name, email, ...authenticatorOf(offeredKey(deps, key), { area: 'desk', label: email }) };
}

/**
 * Sets password and authenticator app, removes the passkeys, ends every earlier session and opens one, in one
 * transaction. A wrong code
 * leaves the link as it is: throws `badRequest.code.invalid`.
 */
export async function redeemDeskLink(
  deps: Deps,
  caller: Caller,
  { key, newPassword, code }: ParsedInput<typeof redeemDeskLinkCall>,
): Promise<DeskLogin> {
  requireNewPassword(deps, newPassword, 'newPassword');
  if (refuseDeskPassword(newPassword) !== null)
    throw new AppError('badRequest.invalid.input', { fields: ['newPassword'] });
  // A stranger's guess must not cost a hash.
  await readLink(deps.db, { token: key, at: deps.now() });
  const offered = offeredKey(deps, key);
  const match = matchCode(offered, code, { now: deps.wallClock(), after: null, drift: null });
  if (match === null) throw new AppError('badRequest.code.invalid', { fields: ['code'] });
  if ('clockMinutes' in match) throw wrongClock(match.clockMinutes);
  const passwordHash = await deps.passwords.hash(newPassword);
  return deps.db.transaction(async (tx) => {
    const at = deps.now();
    const { operatorId } = await useLink(tx, { token: key, at });
    const codeKey = sealKey(deps, 'operator-code-key', offered);
    const access = { passwordHash, codeKey, codePeriod: match.period, codeDrift: match.drift };
    await tx
      .update(operators)
      .set({ ...access, hasShortPassword: false })
      .where(eq(operators.id, operatorId));
    const operator = await operatorById(tx, operatorId);
    if (!operator) throw new AppError('badRequest.link.expired');
    const inTx = { ...deps, db: tx };
    await endSessions(inTx, { operatorId });
    await erasePasskeys(tx, { kind: 'operator', operatorId });
    const subject = `operator:${operator.name}`;
    await recordAct(tx, caller, { act: 'operator.activated', subject, at });
    return openDeskLogin(inTx, caller, { operator, passkey: false });
  });
}
