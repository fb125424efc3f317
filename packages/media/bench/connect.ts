import { setTimeout as sleep } from 'node:timers/promises';
import { mediaRequest, type TestPeer } from '../testing/whip-client.ts';

/** Answers after which players ask again: nothing is published there now, or they have asked too often. */
const notNow = [409, 429];
const mostTries = 20;

/** Posts its offer, and again when the answer says so, as players do; 201 or an error. */
export async function offer(peer: TestPeer, url: string, token: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await mediaRequest(fetch, url, { token, body: peer.offer });
    if (response.status === 201) return response;
    if (!notNow.includes(response.status) || tries > mostTries)
      throw new Error(`The media server answered ${response.status}`);
    await sleep(Number(response.headers.get('Retry-After')) * 1000);
  }
}

/** Opens a session by WHIP or WHEP and waits until media can flow; answers its address. */
export async function connect(peer: TestPeer, url: string, token: string): Promise<string> {
  const response = await offer(peer, url, token);
  await peer.accept(await response.text());
  return new URL(response.headers.get('Location') ?? '', url).href;
}

/** Counts what arrives and drops it, so that the load stays far below the server it measures. */
export function countOnly(peer: TestPeer, count: () => void): void {
  for (const { iceTransport } of peer.pc.dtlsTransports) {
    iceTransport.connection.onData.allUnsubscribe();
    iceTransport.connection.onData.subscribe(count);
  }
}
