import type { readCamBackSettings as call, StreamSettings } from '#contract/chat/cam-back-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { restOf } from './reads.ts';
import { readReturnSession } from './return-session.ts';

/** The picture is shown beside the performer's own, so it is small and light on a phone's uplink. */
const streamSettings: StreamSettings = {
  width: 640,
  height: 480,
  frameRate: 20,
  videoBitrate: 600_000,
  audioBitrate: 32_000,
};

export async function readCamBackSettings(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { member } = await readReturnSession(deps, caller, auth);
  const restMs = await restOf(deps.db, member.memberId, deps.now());
  return { agent: deps.media.publishAgent, streamSettings, signIn: null, restMs };
}
