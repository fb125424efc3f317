import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { ItemRow } from '#server/media/images/image-url.ts';
import { holdItem, ownerOf } from '#server/media/uploads/own-items.ts';
import { refuse, show } from '#server/media/uploads/transitions.ts';
import { clearPortrait, storePortrait } from '#server/performers/profile/own-profile.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endMeasures } from '#server/safety/decisions/reads.ts';
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
    const performerId = await ownerOf(tx, id);
    if (performerId !== undefined)
      await endMeasures(tx, { about: { performerId }, measure: 'refuse-picture', objectId: id, at });
    const row = await holdPicture(tx, id);
    if (row.state === 'shown') return;
    await publishItem(deps, tx, row);
    await recordAct(tx, caller, { act: 'picture.accepted', subject: pictureKey(id), at });
  });
}

/**
 * Hides a picture or film that waits or is shown, by a decision; its performer reads the facts in the studio. False if
 * it is refused already. Throws `badRequest.notFound` if it does not exist.
 */
export async function hidePicture(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { picture, reason }: { picture: number; reason: string },
): Promise<boolean> {
  const row = await holdPicture(tx, picture);
  if (row.state === 'refused') return false;
  await refuse(deps, tx, picture, reason);
  if (row.place === 'portrait' && row.state === 'shown') await clearPortrait(tx, row.performerId);
  return true;
}

/** Shows a refused picture or film again; false if it is shown already, or gone. */
export async function showPicture(deps: Pick<Deps, 'now'>, tx: Tx, picture: number): Promise<boolean> {
  if ((await ownerOf(tx, picture)) === undefined) return false;
  const row = await holdPicture(tx, picture);
  if (row.state !== 'refused') return false;
  await publishItem(deps, tx, row);
  return true;
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
