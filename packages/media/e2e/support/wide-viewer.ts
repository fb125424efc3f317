import { estimate } from '../../embedded/sfu/layers/testing.ts';
import { createTestPeer } from '../../testing/whip-client.ts';
import type { MediaSite } from './media-site.ts';

/** bit/s */
const wide = 3_000_000;

/** A viewer without a screen that reports a wide line, so that the room's median estimate is high. */
export async function watchByWideLine(site: MediaSite, subject: string): Promise<{ close(): Promise<void> }> {
  const peer = await createTestPeer({ direction: 'recvonly' });
  const config = await site.media.playTarget('lounge', subject);
  if (config.agent !== 'whep') throw new Error(`There is no player for ${config.agent}`);
  const answered = await fetch(new URL(config.url, site.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${config.token}`, 'Content-Type': 'application/sdp' },
    body: peer.offer,
  });
  if (answered.status !== 201) throw new Error(`WHEP answered ${answered.status}`);
  await peer.accept(await answered.text());
  const telling = setInterval(() => estimate(peer, wide), 500);
  return {
    close: () => {
      clearInterval(telling);
      return peer.close();
    },
  };
}
