import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { setStatus, startBroadcast, studioLogin } from '#contract/studio/studio-calls.ts';
import { until } from '../started/until.ts';
import { callNode } from './call.ts';
import type { Cluster } from './cluster.ts';

const STUDIO_PASSWORD = 'Studio1234';

/** Puts a performer into paid chat: the broadcast starts at the first node, the status is set at the second. */
export async function goLive({ nodes, media }: Cluster, username: string) {
  const [first, second] = nodes.map(({ url }) => url) as [string, string];
  const { token } = await callNode({ url: first }, studioLogin, { username, password: STUDIO_PASSWORD });
  await media.publish(await callNode({ url: first, token }, startBroadcast, {}), [first, second]);
  const setAt = (url: string) => async (status: OnlineStatus) => {
    await callNode({ url, token }, setStatus, { onlineStatus: status });
  };
  // The node detects the broadcast after a moment.
  await until(async () => {
    await setAt(second)(onlineStatus.online);
    return true;
  });
  return { username, setAt };
}
