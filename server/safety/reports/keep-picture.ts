import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, lte } from 'drizzle-orm';
import { imageKinds } from '#server/media/images/image-url.ts';
import { originalOf } from '#server/media/images/store.ts';
import type { Performer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { reportPictures, reports } from './tables.ts';

/** Days for which the picture of a report is kept. */
export const PICTURE_DAYS = 180;

/**
 * The current picture of the stream, whose own files are removed after some minutes. Null while nothing is shown, or if
 * the file is gone.
 */
export async function readShown(
  { config }: Pick<Deps, 'config'>,
  { id, snapshot }: Performer,
): Promise<Uint8Array | null> {
  if (snapshot === null) return null;
  const ref = { kind: imageKinds.live, id, version: snapshot };
  return readFile(originalOf(config.dataDir, ref)).catch(() => null);
}

export const pictureName = (number: string): string => `${number}.webp`;

/** Removes expired pictures. */
export async function removeOldPictures({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - PICTURE_DAYS * 24 * 3_600_000);
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(reportPictures)
      .where(lte(reportPictures.takenAt, before))
      .returning({ number: reportPictures.number });
    for (const { number } of gone)
      await tx.update(reports).set({ picture: null }).where(eq(reports.number, number));
  });
}

/** Writes all kept pictures into a folder, under the file names stored in the reports. */
export async function writePictures({ db }: Pick<Deps, 'db'>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const kept = await db.select({ number: reportPictures.number }).from(reportPictures);
  for (const { number } of kept) {
    const [row] = await db.select().from(reportPictures).where(eq(reportPictures.number, number));
    if (row) await writeFile(join(folder, pictureName(number)), row.picture, { mode: 0o600 });
  }
}
