import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { listAlbums as call } from '#contract/media/albums-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { albumsOf } from './reads.ts';

export async function listAlbums(
  deps: Deps,
  _caller: Caller,
  { id, ...viewing }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const found = await albumsOf(deps, id, viewing);
  return {
    result: found.flatMap(({ items, ...album }) => {
      const [first] = items;
      const videos = items.filter(({ kind }) => kind === 'video').length;
      return first ? [{ ...album, cover: first.picture, pictures: items.length - videos, videos }] : [];
    }),
  };
}
