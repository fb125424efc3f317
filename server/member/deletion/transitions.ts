import { eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Moved, momentMachine } from '#server/db/state-machine.ts';
import type { Caller } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-address.ts';
import { members } from '../tables.ts';

/** Push and events are missing in the shell. */
export type DeletionDeps = Pick<Deps, 'config' | 'newId' | 'now'> & Partial<Pick<Deps, 'events' | 'push'>>;

interface Act {
  caller: Caller;
  at: Date;
}

type MovedMembers = Moved<typeof members, Act>;

/** Whether an account is being deleted: `leaving` until its erasure is due. */
export const deletionMachine = momentMachine<
  typeof members,
  'kept' | 'leaving' | 'erased',
  Act,
  DeletionDeps
>({
  table: members,
  of: 'deletion',
  moments: { kept: [], leaving: ['eraseAt'], erased: ['deletedAt'] },
  first: 'kept',
  transitions: {
    kept: ['leaving', 'erased'],
    leaving: ['kept', 'erased'],
    erased: [],
  },
  follows: {
    leaving: [mailLeaving, recordLeaving, endAllSessions],
    kept: [mailKept, recordKept],
    erased: [recordErased, endAllSessions],
  },
});

/** Schedules the erasure, unless it is scheduled already. */
export const leave = (deps: DeletionDeps, tx: Tx, member: Act & { memberId: number; eraseAt: Date }) =>
  deletionMachine.move(deps, tx, {
    where: eq(members.id, member.memberId),
    to: 'leaving',
    set: { eraseAt: member.eraseAt },
    why: member,
  });

/** Cancels a requested deletion. */
export const keepAccount = (deps: DeletionDeps, tx: Tx, caller: Caller, memberId: number) =>
  deletionMachine.move(deps, tx, {
    where: eq(members.id, memberId),
    to: 'kept',
    why: { caller, at: deps.now() },
  });

/** `rest`: what is left of the row. */
export const erase = (
  deps: DeletionDeps,
  tx: Tx,
  { memberId, rest, ...why }: Act & { memberId: number; rest: PgUpdateSetSource<typeof members> },
) =>
  deletionMachine.move(deps, tx, {
    where: eq(members.id, memberId),
    to: 'erased',
    set: { ...rest, deletedAt: why.at },
    why,
  });

async function mailLeaving(deps: DeletionDeps, tx: Tx, moved: MovedMembers): Promise<void> {
  await mailAll(deps, tx, moved, { name: 'deletionAsked', path: routes.login });
}

async function mailKept(deps: DeletionDeps, tx: Tx, moved: MovedMembers): Promise<void> {
  await mailAll(deps, tx, moved, { name: 'accountKept', path: routes.settings });
}

async function mailAll(
  deps: DeletionDeps,
  tx: Tx,
  { rows, why }: MovedMembers,
  { name, path }: { name: 'deletionAsked' | 'accountKept'; path: string },
): Promise<void> {
  for (const { email: to, language: lang, meta } of rows) {
    const mail = writeMail(deps, name, { to, lang, affiliate: affiliateIn(meta), path });
    await addWork(tx, mailWork, { payload: mail, runAt: why.at });
  }
}

async function recordLeaving(deps: DeletionDeps, tx: Tx, moved: MovedMembers): Promise<void> {
  await recordAll(deps, tx, moved, 'member.deletion-asked');
}

async function recordKept(deps: DeletionDeps, tx: Tx, moved: MovedMembers): Promise<void> {
  await recordAll(deps, tx, moved, 'member.deletion-undone');
}

async function recordErased(deps: DeletionDeps, tx: Tx, moved: MovedMembers): Promise<void> {
  await recordAll(deps, tx, moved, 'member.deleted');
}

async function recordAll(
  { events }: DeletionDeps,
  tx: Tx,
  { rows, why: { caller, at } }: MovedMembers,
  act: 'member.deletion-asked' | 'member.deletion-undone' | 'member.deleted',
): Promise<void> {
  for (const { id } of rows) {
    await recordAct(tx, caller, { act, memberId: id, at });
    tx.afterCommit(() => events?.record(act, { member: id }));
  }
}

async function endAllSessions(deps: DeletionDeps, tx: Tx, { rows }: MovedMembers): Promise<void> {
  for (const { id: memberId } of rows) await endSessions({ ...deps, db: tx }, { memberId });
}
