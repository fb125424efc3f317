import { setState } from '#server/media/uploads/own-items.ts';
import type { ItemRow } from '#server/media/uploads/refs.ts';
import { storePortrait } from '#server/performers/profile/own-portrait.ts';
import type { Tx } from '#server/ports/database.ts';

/** Shows a picture or film to visitors, instead of what was at its place. */
export async function publishItem(tx: Tx, row: ItemRow, at: Date): Promise<void> {
  await setState(tx, { row, state: 'shown', at });
  if (row.place === 'portrait') await storePortrait(tx, row.performerId, row);
}
