import { hasWallPicture } from '#contract/desk/wall.ts';
import { statusesById } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { removeWallPictures, takeWallPictures } from './wall-pictures.ts';
import { modeOf } from './watched-room.ts';

/** Takes the pictures that walls want, and deletes those that none wants any more. Call it every second. */
export async function sweepWallPictures(deps: Deps): Promise<void> {
  await takeWallPictures(deps, async (ids) => {
    const statuses = await statusesById(deps, ids);
    return new Set(
      ids.filter((id) => {
        const mode = modeOf(statuses.get(id) ?? 0);
        return mode !== null && hasWallPicture(mode);
      }),
    );
  });
  await removeWallPictures(deps);
}
