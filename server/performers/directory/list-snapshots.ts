import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type listSnapshots as call, SNAPSHOTS_LIMIT } from '#contract/performers/directory/snapshots-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { NO_COLOR } from '#server/media/images/encode.ts';
import { imageKinds, toSnapshot } from '#server/media/images/image-url.ts';
import { versionsOf } from '#server/media/images/store.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { performersFor } from '../performers-for.ts';
import { seenBy, showsStream } from './pictures.ts';

export async function listSnapshots(
  deps: Deps,
  caller: Caller,
  { user, nonNude }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const row = await performersFor(deps, visitorOf(caller)).byId(user);
  const seen = seenBy(deps, nonNude);
  if (!row || !showsStream(row, seen)) return { result: [] };
  const stream = { kind: imageKinds.live, id: row.id };
  const versions = (await versionsOf(deps.config.dataDir, stream)).slice(-SNAPSHOTS_LIMIT);
  return { result: versions.map((version) => toSnapshot(seen.secret, { ...stream, version }, NO_COLOR)) };
}
