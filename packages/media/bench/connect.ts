import { setTimeout as sleep } from 'node:timers/promises';
import { mediaRequest, type TestPeer } from '../testing/whip-client.ts';

/** Statuses after which players retry: no publisher, or too many requests. */
const notNow = [409, 429];
const mostTries = 20;

/** Posts an offer and retries like a player until 201. Throws for other statuses. */
export async function offer(peer: TestPeer, url: string, token: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await mediaRequest(fetch, url, { token, body: peer.offer });
    if (response.status === 201) return response;
    if (!notNow.includes(response.status) || tries > mostTries)
      throw new Error(`The media server answered ${response.status}`);
    await sleep(Number(response.headers.get('Retry-After')) * 1000);
  }
}

/** Opens a session by WHIP or WHEP, waits until media can flow and returns its URL. */
export async function connect(peer: TestPeer, url: string, token: string): Promise<string> {
  const response = await offer(peer, url, token);
  await peer.accept(await response.text());
  return new URL(response.headers.get('Location') ?? '', url).href;
}

/** Counts and drops arriving packets, so that the load needs far less CPU than the measured server. */
export function countOnly(peer: TestPeer, count: () => void): void {
  for (const { iceTransport } of peer.pc.dtlsTransports) {
    iceTransport.connection.onData.allUnsubscribe();
    iceTransport.connection.onData.subscribe(count);
  }
}
