import type { ItemRow } from '#server/media/uploads/refs.ts';
import { show } from '#server/media/uploads/transitions.ts';
import { storePortrait } from '#server/performers/profile/own-portrait.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Shows a picture or film to visitors, instead of what was at its place. */
export async function publishItem(deps: Pick<Deps, 'now'>, tx: Tx, row: ItemRow): Promise<void> {
  await show(deps, tx, row.id);
  if (row.place === 'portrait') await storePortrait(tx, row.performerId, row);
}
