import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { setStatus, startBroadcast, studioLogin } from '#contract/studio/studio-calls.ts';
import { until } from '../started/until.ts';
import { callNode } from './call.ts';
import type { Cluster } from './cluster.ts';

const STUDIO_PASSWORD = 'Studio1234';

/** A performer in paid chat, whose encoder asked one node and whose status was set at the next. */
export async function goLive({ nodes, media }: Cluster, username: string) {
  const [first, second] = nodes.map(({ url }) => url) as [string, string];
  const { token } = await callNode({ url: first }, studioLogin, { username, password: STUDIO_PASSWORD });
  await media.publish(await callNode({ url: first, token }, startBroadcast, {}), [first, second]);
  const setAt = (url: string) => async (status: OnlineStatus) => {
    await callNode({ url, token }, setStatus, { onlineStatus: status });
  };
  // The node needs a moment to hear of the broadcast.
  await until(async () => {
    await setAt(second)(onlineStatus.online);
    return true;
  });
  return { username, setAt };
}
