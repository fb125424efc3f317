import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { logInWithStudioPasskey as logInWithStudioPasskeyCall } from '#contract/studio/account/passkey-calls.ts';
import type { studioLogin as studioLoginCall } from '#contract/studio/studio-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import { countAttempt } from '#server/identity/devices.ts';
import { noteFactor, offersFactor } from '#server/identity/factor/factors.ts';
import { endSessions, openSession } from '#server/identity/sessions.ts';
import { redeemPasskey } from '#server/member/passkeys/redeem-passkey.ts';
import { tellUnknownBrowser } from '#server/member/security/tell-new-device.ts';
import { performerAccount, renewPasswordHash } from '#server/performers/account/store-account.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { foldUsername, holdPerformer } from '#server/performers/reads.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { issueUndo } from './undo-login.ts';

/** An unknown name and a wrong password return the same label after the same work. */
export async function studioLogin(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof studioLoginCall>,
): Promise<OutputOf<typeof studioLoginCall>> {
  const performer = await performersFor(deps, inHouse).byName(input.username);
  const account = `studio ${foldUsername(input.username)}`;
  const owner = performer ? ({ kind: 'performer', performerId: performer.id } as const) : null;
  const uncount = await countAttempt(deps, caller, { account, owner });
  const isRight = await deps.passwords.check(performer?.passwordHash, input.password);
  if (!performer || !isRight) {
    deps.events.record('performer.login-refused', { known: performer !== undefined });
    throw new AppError('badRequest.invalid.login');
  }
  await uncount();
  if (deps.passwords.isOutdated(performer.passwordHash ?? ''))
    await renewHash(deps, performer, input.password);
  const token = await deps.db.transaction(async (tx) => {
    const inTx = { ...deps, db: tx };
    const { token, sessionId } = await openStudioLogin(inTx, caller, performer.id);
    await tellNewBrowser(inTx, caller, { performerId: performer.id, sessionId });
    return token;
  });
  const { id, username } = performer;
  return { token, performer: { id, username }, offersFactor: await offersFactor(deps, id) };
}

/** Keeps the old hash if a new one can't be made now. */
async function renewHash(
  deps: Deps,
  { id, passwordHash: before }: { id: number; passwordHash: string | null },
  password: string,
): Promise<void> {
  const passwordHash = await deps.passwords.hash(password).catch(() => null);
  if (before !== null && passwordHash !== null) await renewPasswordHash(deps, id, { before, passwordHash });
}

export async function logInWithStudioPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof logInWithStudioPasskeyCall>,
): Promise<OutputOf<typeof logInWithStudioPasskeyCall>> {
  requireFeature(deps, 'studio');
  return redeemPasskey(deps, caller, {
    credential,
    kind: 'performer',
    async open(inTx, { performerId }) {
      const { token, sessionId } = await openStudioLogin(inTx, caller, performerId);
      // Its authenticator has verified the person.
      await noteFactor(inTx.db, { sessionId, at: inTx.now() });
      await tellNewBrowser(inTx, caller, { performerId, sessionId });
      return { token };
    },
  });
}

interface OpenedStudioLogin {
  token: string;
  sessionId: string;
}

/**
 * Replaces the browser's session at a performer's login; a program's bearer token stays valid. Call only after
 * authentication. Throws `badRequest.invalid.login` for a removed or suspended performer.
 */
export async function openStudioLogin(
  deps: InTx,
  caller: Caller,
  performerId: number,
): Promise<OpenedStudioLogin> {
  const at = deps.now();
  // Locks the row, so that a login cannot slip past a simultaneous removal.
  if (!(await holdPerformer(deps.db, performerId, 'share'))) throw new AppError('badRequest.invalid.login');
  if ((await performersFor(deps, inHouse).byId(performerId))?.suspendedAt)
    throw new AppError('badRequest.invalid.login');
  const isReplaced = caller.kind === 'performer' && caller.request.session === 'cookie';
  if (isReplaced) await endSessions(deps, { sessionId: caller.sessionId }, 'self');
  const { sessionId, token } = await openSession(deps, { kind: 'performer', performerId }, caller.request);
  await recordAct(deps.db, caller, { act: 'performer.logged-in', subject: `performer:${performerId}`, at });
  deps.db.afterCommit(() => deps.events.record('performer.logged-in', { performer: performerId }));
  return { token, sessionId };
}

/** Like `tellUnknownBrowser`, for a performer's login; the mail can undo it. */
async function tellNewBrowser(
  deps: InTx,
  caller: Caller,
  { performerId, sessionId }: { performerId: number; sessionId: string },
): Promise<void> {
  // The mail leads to a page of the studio.
  if (!deps.brand.hasFeature('studio')) return;
  const to = await performerAccount(deps.db, performerId);
  if (!to) return;
  const owner = { kind: 'performer', performerId } as const;
  await tellUnknownBrowser(deps, caller, {
    owner,
    sessionId,
    to,
    mail: 'studioNewDevice',
    pathOf: () => issueUndo(deps.db, { performerId, at: deps.now() }),
  });
}
