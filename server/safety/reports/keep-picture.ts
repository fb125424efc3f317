import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageKinds } from '#server/media/images/image-url.ts';
import { originalOf, writeWhole } from '#server/media/images/store.ts';
import type { Performer } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Below the data folder; nothing serves it. */
export const REPORT_FOLDER = 'reports';

/**
 * Copies what the stream shows, because its own files go after some minutes. The name of the copy; null while nothing is
 * shown, or where it has gone meanwhile.
 */
export async function keepPicture(
  { config }: Pick<Deps, 'config'>,
  { id, snapshot }: Performer,
  number: string,
): Promise<string | null> {
  if (snapshot === null) return null;
  const ref = { kind: imageKinds.live, id, version: snapshot };
  const picture = await readFile(originalOf(config.dataDir, ref)).catch(() => null);
  if (!picture) return null;
  const name = `${number}.webp`;
  await writeWhole(join(config.dataDir, REPORT_FOLDER, name), picture);
  return name;
}
