import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { ItemRow } from '#server/media/images/refs.ts';
import { holdItem, ownerOf } from '#server/media/uploads/own-items.ts';
import { refuse, show } from '#server/media/uploads/transitions.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import { clearPortrait, storePortrait } from '#server/performers/profile/own-profile.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';
import { pictureKey } from './change-pictures.ts';

/**
 * Shows a picture or film that waits, or was refused; one that is shown already stays. Throws `badRequest.notFound` if
 * it does not exist.
 */
export async function acceptPicture(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: OperatorCaller,
  id: number,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const row = await holdPicture(tx, id);
    if (row.state === 'shown') return;
    await publishItem(deps, tx, row);
    await recordAct(tx, caller, { act: 'picture.accepted', subject: pictureKey(id), at });
  });
}

/**
 * Hides a picture or film that waits or is shown, and mails its performer the caller's reason, which she also reads in
 * the studio. Throws `badRequest.notFound` if it does not exist.
 */
export async function refusePicture(deps: RefuseDeps, caller: OperatorCaller, id: number): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const row = await holdPicture(tx, id);
    if (row.state === 'refused') return;
    const reason = caller.reason ?? '';
    await refuse(deps, tx, id, reason);
    if (row.place === 'portrait' && row.state === 'shown') await clearPortrait(tx, row.performerId);
    await tellRefused({ ...deps, db: tx }, { performerId: row.performerId, reason, at });
    await recordAct(tx, caller, { act: 'picture.refused', subject: pictureKey(id), at });
  });
}

/** Locks the performer first, as her own changes do. */
async function holdPicture(tx: Tx, item: number): Promise<ItemRow> {
  const performerId = await ownerOf(tx, item);
  if (performerId === undefined) throw new AppError('badRequest.notFound');
  await holdPerformer(tx, performerId, 'no key update');
  const row = await holdItem(tx, { performerId, item });
  if (!row) throw new AppError('badRequest.notFound');
  return row;
}

/** Shows a picture or film to visitors, instead of what was at its place. */
export async function publishItem(deps: Pick<Deps, 'now'>, tx: Tx, row: ItemRow): Promise<void> {
  await show(deps, tx, row.id);
  if (row.place === 'portrait') await storePortrait(tx, row.performerId, row);
}

export type RefuseDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

/** Queues a mail with the reason. It does not say what the picture or film shows, because others may see the mail. */
async function tellRefused(
  deps: InTx<RefuseDeps>,
  { performerId, reason, at }: { performerId: number; reason: string; at: Date },
): Promise<void> {
  const account = await performerAccount(deps.db, performerId);
  if (!account) return;
  const { email, language } = account;
  const head = { to: email, lang: language, affiliate: noAffiliate, path: routes.studioPictures };
  await addWork(deps.db, mailWork, {
    payload: writeMail(deps, 'studioPictureRefused', head, { reason }),
    runAt: at,
  });
}
