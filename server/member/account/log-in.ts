import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import type {
  authLogIn as authLogInCall,
  logIn as logInCall,
} from '#contract/member/account/account-calls.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { EventFields } from '#server/events.ts';
import { forgetRunOut } from '#server/identity/browsers/browsers.ts';
import type { Caller } from '#server/identity/caller.ts';
import { countAttempt } from '#server/identity/devices.ts';
import { endSessions, rotateSession } from '#server/identity/sessions.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';
import { dropDialIn } from '#server/wallet/dial-in/transitions.ts';
import { deletedEmailHash } from '../deletion/erase-member.ts';
import { keepAccount } from '../deletion/transitions.ts';
import { tellNewDevice } from '../security/tell-new-device.ts';
import { members } from '../tables.ts';

/**
 * An unknown account costs the same query and hashing. With generic labels an unverified one gets no session, which
 * would reveal a free address (docs/decisions/accounts/log-in.md). Throws `badRequest.tooMany` before
 * checking the password.
 */
export async function logIn(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof logInCall>,
): Promise<{ token: string; memberId: number }> {
  const emailFolded = foldEmail(input.username);
  const account = await findAccount(deps, emailFolded);
  const live = account && !account.deletedAt ? account : null;
  const owner = live && ({ kind: 'member', memberId: live.id } as const);
  const uncount = await countAttempt(deps, caller, { account: emailFolded, owner });
  const isRight = await deps.passwords.check(live?.passwordHash, input.password);
  if (!live || !isRight || isAwaited(deps, live)) {
    // Not awaited: the response must not take longer for an existing account.
    if (live) void noteRefusal(deps, caller, live.id).catch(() => undefined);
    deps.events.record('member.login-refused', { known: live !== null });
    throw new AppError(refusal(deps, account));
  }
  await uncount();
  if (deps.passwords.isOutdated(live.passwordHash)) await renewHash(deps, live, input.password);
  const { token } = await deps.db.transaction((tx) => openLogin({ ...deps, db: tx }, caller, live.id));
  return { token, memberId: live.id };
}

/** Keeps the old hash if hashing fails or the password was changed meanwhile. */
async function renewHash(deps: Deps, { id, passwordHash: before }: Account, password: string): Promise<void> {
  const passwordHash = await deps.passwords.hash(password).catch(() => null);
  if (!passwordHash) return;
  await deps.db
    .update(members)
    .set({ passwordHash })
    .where(and(eq(members.id, id), eq(members.passwordHash, before)));
}

/** Audit row for the member's security trail. */
const noteRefusal = (deps: Deps, caller: Caller, memberId: number): Promise<void> =>
  recordAct(deps.db, caller, { act: 'member.login-refused', memberId, at: deps.now() });

type Account = Pick<typeof members.$inferSelect, 'id' | 'passwordHash' | 'verifiedAt' | 'deletedAt'>;

const isAwaited = ({ config }: Deps, { verifiedAt }: Account): boolean =>
  config.loginLabels === 'generic' && verifiedAt === null;

/** The live account of an e-mail address, otherwise a deleted one. */
async function findAccount(deps: Deps, emailFolded: string): Promise<Account | undefined> {
  const [account] = await deps.db
    .select({
      id: members.id,
      passwordHash: members.passwordHash,
      verifiedAt: members.verifiedAt,
      deletedAt: members.deletedAt,
    })
    .from(members)
    .where(
      or(
        eq(members.emailFolded, emailFolded),
        eq(members.deletedEmailHash, deletedEmailHash(deps.config, emailFolded)),
      ),
    )
    .orderBy(sql`${isNull(members.deletedAt)} desc`)
    .limit(1);
  return account;
}

function refusal({ config }: Deps, account: Account | undefined): ErrorLabel {
  if (config.loginLabels === 'generic') return 'badRequest.invalid.login';
  if (!account) return 'badRequest.login.notExists';
  return account.deletedAt ? 'badRequest.login.deleted' : 'badRequest.incorrectPassword';
}

export function authLogIn(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof authLogInCall>,
): Promise<OutputOf<typeof authLogInCall>> {
  return logIn(deps, caller, input);
}

/**
 * Common to every login: opens the session and mails the member about a new browser. Call only after authentication.
 * Throws `badRequest.login.blocked`.
 */
export async function openLogin(
  deps: InTx,
  caller: Caller,
  memberId: number,
  how: EventFields = {},
): Promise<{ token: string }> {
  const { token, sessionId } = await startSession(deps, caller, memberId);
  await tellNewDevice(deps, caller, { memberId, sessionId });
  deps.db.afterCommit(() => deps.events.record('member.logged-in', { member: memberId, ...how }));
  return { token };
}

/** Ends the session in the database and on every socket. */
export async function logOut(deps: Deps, caller: Caller): Promise<true> {
  if (caller.kind !== 'member' && caller.kind !== 'performer') return true;
  const { sessionId } = caller;
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await endSessions({ ...deps, db: tx }, { sessionId });
    await forgetRunOut(tx, caller, at);
    if (caller.kind === 'member') {
      await recordAct(tx, caller, { act: 'member.logged-out', subject: `session:${sessionId}`, at });
      tx.afterCommit(() => deps.events.record('member.logged-out', { member: caller.memberId }));
    }
  });
  return true;
}

interface StartedSession {
  sessionId: string;
  token: string;
}

/**
 * Replaces the caller's session by one of this member, cancels a requested deletion and writes the audit row. A phone
 * call that paid until then is hung up. Throws `badRequest.login.blocked`.
 */
export async function startSession(deps: InTx, caller: Caller, memberId: number): Promise<StartedSession> {
  const { isLeaving } = await requireUnblocked(deps, memberId);
  const { sessionId, token, ended } = await rotateSession(deps, caller, { kind: 'member', memberId });
  if (caller.kind === 'dial-in-guest') await dropDialIn(deps, deps.db, caller.dialInId);
  const subject = `session:${sessionId}`;
  await recordAct(deps.db, caller, { act: 'member.logged-in', memberId, subject, at: deps.now() });
  if (isLeaving) await keepAccount(deps, deps.db, caller, memberId);
  if (ended.length > 0 && caller.kind === 'member')
    deps.db.afterCommit(() => deps.events.record('member.logged-out', { member: caller.memberId }));
  return { sessionId, token };
}

/** Locks the row, so that a login cannot slip past a simultaneous block. `isLeaving`: a deletion was requested. */
async function requireUnblocked({ db }: Deps, memberId: number): Promise<{ isLeaving: boolean }> {
  const [member] = await db
    .select({ blockedAt: members.blockedAt, eraseAt: members.eraseAt })
    .from(members)
    .where(eq(members.id, memberId))
    .for('share');
  if (member?.blockedAt) throw new AppError('badRequest.login.blocked');
  return { isLeaving: Boolean(member?.eraseAt) };
}
