import { expect, type Page } from '@playwright/test';
import { recordConnections, statsOf } from './support/connections.ts';
import { type MediaSite, publishCamera, test, watchRoom } from './support/media-site.ts';
import { expectFrames, openPages, type PlayerWindow, playing, stateOf } from './support/player-page.ts';

let site: MediaSite;
test.beforeEach(async ({ openSite }) => {
  site = await openSite();
});

const publish = (page: Page) => publishCamera(site, page);
const watch = (page: Page) => watchRoom(site, page);

test('a viewer that joins in the middle of a broadcast gets a key frame', async ({ page }) => {
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  // The key frames of the publisher's start are gone, and browsers send none unrequested.
  await expect.poll(() => site.media.room('lounge').packetsIn).toBeGreaterThan(100);
  const askedAt = await watch(viewer);
  await playing(viewer);
  const stats = await viewer.evaluate(() => (window as unknown as PlayerWindow).player.playerStats());
  const waited = (stats?.firstFrameAt ?? 0) - askedAt;
  test.info().annotations.push({ type: 'first picture', description: `${waited} ms` });
  expect(waited).toBeGreaterThan(0);
});

test('a viewer that joins before the publisher sees the stream when it begins', async ({ page }) => {
  const { camera, viewer } = await openPages(page);
  await watch(viewer);
  await expect
    .poll(() => viewer.evaluate(() => (window as unknown as PlayerWindow).player.$player.get().state))
    .toEqual({ name: 'connecting', trouble: 'player.waiting' });
  await publish(camera);
  await playing(viewer);
});

test('the picture continues after an encoder restart', async ({ page, media }) => {
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  await watch(viewer);
  await playing(viewer);
  await publish(camera);
  await expectFrames(viewer);
  await playing(viewer);
  // Janus binds a viewer to one publisher, so its player reconnects.
  const again = media === 'janus' ? ['view'] : [];
  expect(site.opened).toEqual(['publish', 'view', 'publish', ...again]);
});

test('the picture continues in the same session after the publisher restarts ICE', async ({ page }) => {
  await page.addInitScript(recordConnections, false);
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  await watch(viewer);
  await playing(viewer);
  const before = await usedFragments(camera);
  await restartIce(camera);
  // Media uses a candidate pair with the new user names on both sides.
  await expect
    .poll(async () => {
      const now = await usedFragments(camera);
      return now.length === 2 && now.every((name) => !before.includes(name));
    })
    .toBe(true);
  const packets = site.media.room('lounge').packetsIn;
  await expect.poll(() => site.media.room('lounge').packetsIn).toBeGreaterThan(packets + 100);
  await expectFrames(viewer);
  expect(site.opened).toEqual(['publish', 'view']);
});

test('the picture returns after the media server was killed', async ({ page }) => {
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  await watch(viewer);
  await playing(viewer);
  await site.kill();
  await expect.poll(() => stateOf(viewer)).not.toBe('playing');
  await site.revive();
  await publish(camera);
  await playing(viewer);
  await expectFrames(viewer);
});

type Candidate = { id: string; usernameFragment?: string };

/** ICE user names of both ends of the path that a page's media uses now. */
async function usedFragments(page: Page): Promise<string[]> {
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
const restartIce = (page: Page): Promise<void> =>
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
