import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { register as call } from '#contract/member/account-calls.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sendActivation } from '../mail/send-activation.ts';
import { requireNewPassword } from '../password/require-new-password.ts';
import { members } from './tables.ts';

/** Creates an unverified account and its activation mail; the username is the e-mail address until one is chosen. */
export async function register(deps: Deps, caller: Caller, input: ParsedInput<typeof call>): Promise<true> {
  requireNewPassword(deps, input.password, 'password');
  const passwordHash = await hashPassword(input.password);
  const emailFolded = foldEmail(input.email);
  const now = deps.now();
  const memberId = await deps.db.transaction(async (tx) => {
    const [created] = await tx
      .insert(members)
      .values({
        email: input.email,
        emailFolded,
        username: input.email,
        usernameFolded: emailFolded,
        passwordHash,
        language: input.lang,
        meta: input.meta ?? {},
        termsAcceptedAt: input.terms ? now : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: members.id });
    if (!created) throw new AppError('badRequest.email_exists');
    await recordAct(tx, caller, { act: 'member.registered', memberId: created.id, at: now });
    await sendActivation(deps, tx, { memberId: created.id, email: input.email, lang: input.lang });
    return created.id;
  });
  deps.wakeOutbox();
  deps.events.record('member.registered', { member: memberId });
  return true;
}
