import { eq } from 'drizzle-orm';
import { longMoment } from '#contract/day.ts';
import { placeOf } from '#contract/member/security.ts';
import { routes } from '#contract/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deviceOf } from '#server/identity/device-of.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type MailName, writeMail } from '../mail/mail-templates.ts';
import { members } from '../tables.ts';

const acts = {
  passkeyAdded: 'member.passkey-added',
  passkeyRenamed: 'member.passkey-renamed',
  passkeyRemoved: 'member.passkey-removed',
  passkeyCopied: 'member.passkey-copied',
} as const satisfies Partial<Record<MailName, string>>;

export interface PasskeyChange {
  readonly kind: keyof typeof acts;
  readonly memberId: number;
  readonly passkey: { readonly id: string; readonly name: string };
  /** Whether the member gets a mail; false if one was sent recently. */
  readonly isTold?: boolean;
}

/** Writes the audit row and queues the mail in the change's transaction. Call `announceChange` after the commit. */
export async function noteChange(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { kind, memberId, passkey, isTold = true }: PasskeyChange,
): Promise<void> {
  const at = deps.now();
  await recordAct(tx, caller, { act: acts[kind], memberId, subject: `passkey:${passkey.id}`, at });
  const [member] = await tx
    .select({ email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  if (!member || !isTold) return;
  const { email, language } = member;
  const { userAgent, location } = caller.request;
  const place = placeOf({ device: deviceOf(userAgent), country: location.country }, language);
  const facts = [place, longMoment(at, language)].filter((fact) => fact !== null).join(', ');
  const head = { to: email, lang: language, path: routes.settingsSecurity };
  const mail = writeMail(deps, kind, head, { name: passkey.name, facts });
  await addWork(tx, mailWork, { payload: mail, runAt: at });
}

export function announceChange(deps: Deps, { kind, memberId }: PasskeyChange): void {
  deps.wakeOutbox();
  deps.events.record(acts[kind], { member: memberId });
}
