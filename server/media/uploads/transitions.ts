import { and, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { reviewStates } from '#contract/media/uploads.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ItemRow } from '../images/refs.ts';
import { albumItems } from '../tables.ts';

type Clock = Pick<Deps, 'now'>;

/** Whether a row is neither being stored nor removed. */
export const isThere = inArray(albumItems.state, reviewStates);

/** A picture or film of a performer. */
export const itemMachine = stateMachine<typeof albumItems, undefined, Clock>({
  table: albumItems,
  first: 'storing',
  transitions: {
    storing: ['waiting', 'shown', 'gone'],
    waiting: ['shown', 'refused', 'gone'],
    shown: ['refused', 'gone'],
    refused: ['shown', 'gone'],
    gone: [],
  },
  follows: {
    waiting: [replaceOthers],
    shown: [replaceOthers],
  },
});

const move = (deps: Clock, tx: Tx, id: number, to: ItemRow['state'], reason: string | null) =>
  itemMachine.move(deps, tx, {
    where: eq(albumItems.id, id),
    to,
    set: { reason, changedAt: deps.now() },
  });

/** Lets the operator decide. */
export const letWait = (deps: Clock, tx: Tx, id: number) => move(deps, tx, id, 'waiting', null);

export const show = (deps: Clock, tx: Tx, id: number) => move(deps, tx, id, 'shown', null);

export const refuse = (deps: Clock, tx: Tx, id: number, reason: string) =>
  move(deps, tx, id, 'refused', reason);

/** Removes pictures and films; the sweep deletes their files. */
export const retire = (deps: Clock, tx: Tx, where: SQL | undefined): Promise<ItemRow[]> =>
  itemMachine.moveAll(deps, tx, { where, to: 'gone', set: { albumId: null, changedAt: deps.now() } });

export const retireItem = (deps: Clock, tx: Tx, id: number) => retire(deps, tx, eq(albumItems.id, id));

/** All of a performer's uploads, for her removal. */
export const retireAll = (deps: Clock, tx: Tx, performerId: number) =>
  retire(deps, tx, eq(albumItems.performerId, performerId));

/** At a place with a single one it replaces the others; one that waits leaves the one that is shown. */
async function replaceOthers(
  deps: Clock,
  tx: Tx,
  { rows }: Moved<typeof albumItems, undefined>,
): Promise<void> {
  for (const { id, performerId, place, state } of rows) {
    if (place === 'album') continue;
    const isOther = and(
      eq(albumItems.performerId, performerId),
      eq(albumItems.place, place),
      ne(albumItems.id, id),
      isThere,
      state === 'waiting' ? ne(albumItems.state, 'shown') : undefined,
    );
    await retire(deps, tx, isOther);
  }
}
