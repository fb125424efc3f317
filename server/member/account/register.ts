import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { storedLang } from '#contract/fields.ts';
import type {
  register as registerCall,
  resendActivation as resendActivationCall,
} from '#contract/member/account/account-calls.ts';
import { type Caller, requireMember, systemCaller } from '#server/identity/caller.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isMailboxFull } from '../mail/links.ts';
import { refusedSince } from '../mail/refused-addresses.ts';
import { sendActivation } from '../mail/send-activation.ts';
import { registrationMailWork, sendRegistrationMail } from '../mail/send-registration-mail.ts';
import { members } from '../tables.ts';
import { requireNewPassword } from './account-password.ts';
import { createAccount, type NewAccount } from './create-account.ts';
import { networkHash } from './sign-ups.ts';

/**
 * With generic labels the outbox runner creates the account, so that nothing reveals a registered address
 * (docs/decisions/accounts/log-in.md). Otherwise throws as createAccount does.
 */
export async function register(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof registerCall>,
): Promise<true> {
  requireNewPassword(deps, input.password, 'password');
  const { password, ...rest } = input;
  const { config } = deps;
  const network = config.ring.accounts > 0 ? networkHash(config, caller.request.clientIp) : undefined;
  const account = { ...rest, network, passwordHash: await deps.passwords.hash(password) };
  if (config.loginLabels === 'generic') {
    const work = { payload: account, runAt: deps.now() };
    await deps.db.transaction((tx) => addWork(tx, registrationWork, work));
    return true;
  }
  await deps.db.transaction((tx) => createAccount(deps, tx, { caller, account }));
  return true;
}

export const registrationWork: WorkKind<NewAccount> = {
  kind: 'registration',
  payload: z.object({
    email: z.string(),
    passwordHash: z.string(),
    lang: storedLang,
    meta: z.record(z.string(), z.string()).optional(),
    from: z.string().optional().catch(undefined),
    network: z.string().optional(),
  }),
};

/** Creates the requested account. If the address already has one, mails its member instead. */
export async function registerLater(deps: Deps, account: NewAccount): Promise<void> {
  try {
    await deps.db.transaction((tx) => createAccount(deps, tx, { caller: systemCaller, account }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sendRegistrationMail(deps, account);
  }
}

/**
 * With an address, only queues work: the response reveals nothing. Without one, does nothing if the address is
 * verified and works; throws `badRequest.tooMany` if the mailbox has had enough mails.
 */
export async function resendActivation(
  deps: Deps,
  caller: Caller,
  { email }: ParsedInput<typeof resendActivationCall>,
): Promise<true> {
  if (email === undefined) await resendToMember(deps, caller);
  else {
    const work = { payload: { email }, runAt: deps.now() };
    await deps.db.transaction((tx) => addWork(tx, registrationMailWork, work));
  }
  return true;
}

async function resendToMember(deps: Deps, caller: Caller): Promise<void> {
  const { memberId } = requireMember(caller);
  await deps.db.transaction(async (tx) => {
    const [member] = await tx
      .select({
        email: members.email,
        lang: members.language,
        verifiedAt: members.verifiedAt,
        meta: members.meta,
      })
      .from(members)
      .where(eq(members.id, memberId))
      .for('update');
    if (!member) return;
    const isCheck = member.verifiedAt !== null;
    if (isCheck && !(await refusedSince({ ...deps, db: tx }, member.email))) return;
    if (await isMailboxFull(tx, { kind: 'activate', memberId, now: deps.now() }))
      throw new AppError('badRequest.tooMany');
    const { email, lang, meta } = member;
    await sendActivation(deps, tx, { memberId, email, lang, meta, isCheck });
  });
}
