import { eq } from 'drizzle-orm';
import { longMoment } from '#contract/day.ts';
import { placeOf } from '#contract/member/settings/security-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { AuditedAct } from '#server/events.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deviceOf } from '#server/identity/client.ts';
import { operatorById } from '#server/identity/operators/reads.ts';
import type { SessionOwner } from '#server/identity/sessions.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type MailName, noAffiliate, writeMail } from '../mail/mail-templates.ts';
import { memberAffiliate } from '../mail/member-address.ts';
import { members } from '../tables.ts';

const acts = {
  member: {
    passkeyAdded: 'member.passkey-added',
    passkeyRenamed: 'member.passkey-renamed',
    passkeyRemoved: 'member.passkey-removed',
    passkeyCopied: 'member.passkey-copied',
  },
  performer: {
    passkeyAdded: 'performer.passkey-added',
    passkeyRenamed: 'performer.passkey-renamed',
    passkeyRemoved: 'performer.passkey-removed',
    passkeyCopied: 'performer.passkey-copied',
  },
  operator: {
    passkeyAdded: 'operator.passkey-added',
    passkeyRenamed: 'operator.passkey-renamed',
    passkeyRemoved: 'operator.passkey-removed',
    passkeyCopied: 'operator.passkey-copied',
  },
} as const satisfies Record<SessionOwner['kind'], Partial<Record<MailName, AuditedAct>>>;

interface PasskeyChange {
  readonly kind: keyof (typeof acts)['member'];
  readonly owner: SessionOwner;
  readonly passkey: { readonly id: string; readonly name: string };
  /** Whether the owner gets a mail; false if one was sent recently. */
  readonly isTold?: boolean;
}

/** Writes the audit row, queues the mail and records the event. */
export async function noteChange(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { kind, owner, passkey, isTold = true }: PasskeyChange,
): Promise<void> {
  const at = deps.now();
  const row = await rowOf(tx, owner, passkey.id);
  await recordAct(tx, caller, { act: acts[owner.kind][kind], ...row, at });
  tx.afterCommit(() => deps.events.record(acts[owner.kind][kind], idOf(owner)));
  const addressee = isTold ? await addresseeOf(tx, owner) : undefined;
  if (!addressee) return;
  const { email: to, language: lang } = addressee;
  const affiliate = owner.kind === 'member' ? await memberAffiliate(tx, owner.memberId) : noAffiliate;
  const head = { to, lang, affiliate, path: pages[owner.kind] };
  const { userAgent, location } = caller.request;
  const place = placeOf({ device: deviceOf(userAgent), country: location.country }, lang);
  const facts = [place, longMoment(at, lang)].filter((fact) => fact !== null).join(', ');
  const mail = writeMail(deps, kind, head, { name: passkey.name, facts });
  await addWork(tx, mailWork, { payload: mail, runAt: at });
}

/** Where the owner finds the passkeys. */
const pages = {
  member: routes.settingsSecurity,
  performer: routes.studioAccount,
  operator: routes.deskAccount,
} as const;

async function rowOf(tx: Tx, owner: SessionOwner, passkey: string) {
  if (owner.kind === 'member') return { memberId: owner.memberId, subject: `passkey:${passkey}` };
  if (owner.kind === 'performer') return { subject: `performer:${owner.performerId}` };
  return { subject: `operator:${(await operatorById(tx, owner.operatorId))?.name}` };
}

/** Undefined for a performer without an e-mail address. */
async function addresseeOf(tx: Tx, owner: SessionOwner) {
  if (owner.kind === 'operator') return operatorById(tx, owner.operatorId);
  if (owner.kind === 'performer') return performerAccount(tx, owner.performerId);
  const [member] = await tx
    .select({ email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, owner.memberId));
  return member;
}

function idOf(owner: SessionOwner) {
  if (owner.kind === 'member') return { member: owner.memberId };
  return owner.kind === 'performer' ? { performer: owner.performerId } : { operator: owner.operatorId };
}
