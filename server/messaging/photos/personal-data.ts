import type { FileDeps, PersonalFile } from '#server/ports/personal-data.ts';
import { readFile } from './photo-files.ts';
import { allPhotosOf } from './reads.ts';

/** Name of a photo in a member's personal data. */
export const fileNameOf = (photo: string): string => `photos/${photo}.jpg`;

/** Photos the member sent and received. */
export async function* photosOfMember(deps: FileDeps, memberId: number): AsyncGenerator<PersonalFile> {
  for (const { id, hash } of await allPhotosOf(deps.db, { side: 'member', id: memberId })) {
    const content = await readFile(deps, hash);
    if (content)
      yield { name: fileNameOf(id), content: new Uint8Array(await new Response(content).arrayBuffer()) };
  }
}
