import type { Page } from '@playwright/test';
import { statsOf } from './connections.ts';
import type { PlayerWindow } from './player-page.ts';

type Candidate = { id: string; usernameFragment?: string };

/** ICE user names of both ends of the path that a page's media uses now. */
export async function usedFragments(page: Page): Promise<string[]> {
  const [transport] = await statsOf<RTCTransportStats>(page, 'transport');
  const pairs = await statsOf<RTCIceCandidatePairStats>(page, 'candidate-pair');
  const candidates = [
    ...(await statsOf<Candidate>(page, 'local-candidate')),
    ...(await statsOf<Candidate>(page, 'remote-candidate')),
  ];
  const used = pairs.find(({ id }) => id === transport?.selectedCandidatePairId);
  return [used?.localCandidateId, used?.remoteCandidateId].flatMap(
    (wanted) => candidates.find(({ id }) => id === wanted)?.usernameFragment ?? [],
  );
}

/** Restarts ICE of a page's publisher in its WHIP session (RFC 9725, 4.3.3). */
export const restartIce = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { publisher, publication } = window as unknown as PlayerWindow;
    if (!publisher || !publication) throw new Error('the page publishes nothing');
    publisher.restartIce();
    await publisher.setLocalDescription();
    const offer = publisher.localDescription?.sdp ?? '';
    const headers = {
      'Content-Type': 'application/trickle-ice-sdpfrag',
      Authorization: `Bearer ${publication.token}`,
      'If-Match': '*',
    };
    const wanted = /^(?:a=(?:ice-ufrag|ice-pwd|mid|candidate|end-of-candidates|group)|m=)/;
    const body = offer.split('\r\n').filter((line) => wanted.test(line));
    const response = await fetch(publication.location, {
      method: 'PATCH',
      headers,
      body: `${body.join('\r\n')}\r\n`,
    });
    const fragment = await response.text();
    if (response.status !== 200) throw new Error(`WHIP answered ${response.status}: ${fragment}`);
    const value = (name: string) => new RegExp(`a=${name}:.*`).exec(fragment)?.[0] ?? '';
    const sdp = (publisher.remoteDescription?.sdp ?? '')
      .replace(/a=ice-ufrag:.*/g, value('ice-ufrag'))
      .replace(/a=ice-pwd:.*/g, value('ice-pwd'))
      .replace(/ ufrag \S+/g, '');
    await publisher.setRemoteDescription({ type: 'answer', sdp });
  });
