import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { listAlbums as call } from '#contract/media/albums-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { albumsOf } from './reads.ts';

/** None of a performer who does not exist for this visitor. */
export async function listAlbums(
  deps: Deps,
  caller: Caller,
  { id, ...viewing }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const performer = shownTo(visitorOf(caller), await deps.showingOf(deps.db, id));
  const found = performer ? await albumsOf(deps, performer, viewing) : [];
  return {
    result: found.flatMap(({ items, ...album }) => {
      const [first] = items;
      const videos = items.filter(({ kind }) => kind === 'video').length;
      return first ? [{ ...album, cover: first.picture, pictures: items.length - videos, videos }] : [];
    }),
  };
}
