import { createTestPeer, type TestPeer } from '../whip-client.ts';

/** OBS's response timeout in ms. */
const patience = 8000;

export interface ObsBroadcast {
  peer: TestPeer;
  location: string;
  /** Stops like OBS: closes the connection, then sends DELETE. Throws for a status other than 200. */
  stop(): Promise<void>;
}

/**
 * Publishes like OBS 30: only H.264 and Opus, no candidates, no PATCH; it accepts only 201 and 200. A fake, because
 * Debian's OBS has no WHIP.
 */
export async function broadcastLikeObs(url: string, token: string): Promise<ObsBroadcast> {
  const peer = await createTestPeer({
    direction: 'sendonly',
    codec: 'H264',
    rewriteOffer: (sdp) => sdp.replace(/a=(candidate|end-of-candidates|ice-options).*\r\n/g, ''),
  });
  const headers = { Authorization: `Bearer ${token}` };
  const ask = (address: string, init: RequestInit) =>
    fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) });
  const created = await ask(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/sdp' },
    body: peer.offer,
  });
  if (created.status !== 201) throw new Error(`Connect failed: HTTP response code ${created.status}`);
  const path = created.headers.get('Location');
  if (!path) throw new Error('Connect failed: no Location');
  const location = new URL(path, url);
  location.search = '';
  await peer.accept(await created.text());
  return {
    peer,
    location: location.href,
    stop: async () => {
      await peer.close();
      const ended = await ask(location.href, { method: 'DELETE', headers });
      if (ended.status !== 200) throw new Error(`DELETE request failed: HTTP response code ${ended.status}`);
    },
  };
}
