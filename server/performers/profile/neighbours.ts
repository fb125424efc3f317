import type { Profile } from '#contract/performers/profile-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { directoryOf } from '../directory/listing/directory.ts';
import { neighbours } from '../directory/listing/search.ts';
import type { Performer } from './reads.ts';

export async function neighboursOf(
  deps: Pick<Deps, 'part' | 'now'>,
  { id, gender }: Performer,
  language: string,
): Promise<Pick<Profile, 'previous' | 'next'>> {
  const directory = directoryOf(deps);
  const { before, after } = neighbours(await directory.current(), { id, gender, language }, deps.now());
  const rows = await directory.cards([before, after].filter((one) => one !== undefined));
  const nameOf = (one: number | undefined) => rows.find((row) => row.id === one)?.username ?? null;
  return { previous: nameOf(before), next: nameOf(after) };
}
