import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type OwnJanus, startOwnJanus } from '../testing/janus/own-janus.ts';
import { JanusApi } from './api.ts';
import { JanusLink } from './link.ts';
import { JanusRooms } from './rooms.ts';
import { type JanusBroadcast, openJanus } from './testing.ts';

vi.setConfig({ testTimeout: 60_000 });
const patience = { timeout: 10_000, interval: 50 };
const anyTag = '*';

type Node = Awaited<ReturnType<typeof openJanus>>;

let janus: OwnJanus;
let api: JanusApi;
beforeAll(async () => {
  janus = await startOwnJanus();
  api = new JanusApi(janus.config);
});
afterAll(() => janus.remove());

const nodes: Node[] = [];
const sending: NodeJS.Timeout[] = [];
afterEach(async () => {
  for (const timer of sending.splice(0)) clearInterval(timer);
  for (const node of nodes.splice(0)) await node.close();
});

async function open(emptyRoomMs?: number): Promise<Node> {
  const node = await openJanus(janus, { emptyRoomMs });
  nodes.push(node);
  return node;
}

/** Publishes until the end of the test. */
async function broadcast({ gateway, publish }: Node): Promise<JanusBroadcast> {
  const encoder = await publish(await gateway.publishTarget('lounge', 'publisher-1'));
  sending.push(setInterval(() => encoder.send(), 20));
  return encoder;
}

/** The Admin API's info about the publisher's handle. */
async function publisherInfo(): Promise<string> {
  const { sessions = [] } = await api.admin('', { janus: 'list_sessions' });
  for (const session of sessions) {
    const { handles = [] } = await api.admin(`/${session}`, { janus: 'list_handles' });
    for (const handle of handles) {
      const info = JSON.stringify(await api.info({ session, handle }));
      if (info.includes('publisher-1')) return info;
    }
  }
  return '';
}

const credentials = (sdp: string) => sdp.match(/a=ice-(?:ufrag|pwd):.*/g)?.slice(0, 2) ?? [];

/** The first answer with the restart's credentials. */
function renewed(answer: string, fragment: string): string {
  const [ufrag = '', pwd = ''] = credentials(fragment);
  return answer.replace(/a=ice-ufrag:.*/g, ufrag).replace(/a=ice-pwd:.*/g, pwd);
}

test('forwards an encoder’s late candidates and their end to Janus', async () => {
  const { peer, patch } = await broadcast(await open());
  const candidate = 'candidate:77 1 udp 2122260223 127.0.0.2 45678 typ host';
  const lines = [...credentials(peer.offer), 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', `a=${candidate}`];
  const answered = await patch([...lines, 'a=end-of-candidates', ''].join('\r\n'), anyTag);
  expect(answered.status).toBe(204);
  await vi.waitFor(async () => {
    const info = await publisherInfo();
    expect(info).toContain('127.0.0.2 45678 typ host');
    expect(info).toContain('"all-trickles":true');
  }, patience);
});

test('an encoder restarts ICE and continues in the same session', async () => {
  const node = await open();
  const { peer, answer, patch } = await broadcast(node);
  const { pc } = peer;
  await expect.poll(() => node.gateway.room('lounge').packetsIn, patience).toBeGreaterThan(10);
  pc.restartIce();
  await pc.setLocalDescription(await pc.createOffer());
  const answered = await patch(pc.localDescription?.sdp ?? '', anyTag);
  const fragment = await answered.text();
  expect(answered.status).toBe(200);
  expect(credentials(fragment)).not.toEqual(credentials(answer));
  await pc.setRemoteDescription({ type: 'answer', sdp: renewed(answer, fragment) });
  void pc.iceTransports[0]?.start();
  const before = node.gateway.room('lounge').packetsIn;
  await vi.waitFor(() => {
    expect(node.gateway.room('lounge').packetsIn).toBeGreaterThan(before + 100);
  }, patience);
  const [, ours = ''] = /a=ice-ufrag:(.*)/.exec(pc.localDescription?.sdp ?? '') ?? [];
  expect(await publisherInfo()).toContain(`a=ice-ufrag:${ours.trim()}`);
});

test('accepts an encoder as soon as Janus is back', async () => {
  const node = await open();
  await broadcast(node);
  await janus.kill();
  await janus.start();
  await broadcast(node);
  expect(node.gateway.room('lounge').publishing).toBe(true);
});

test('removes an empty room, also one of another process, and creates it again', async () => {
  const link = new JanusLink(api);
  const { adminKey } = janus.config;
  const rooms = new JanusRooms(link, api, { adminKey, secret: 'any' });
  const before = await open();
  await (await broadcast(before)).stop();
  await expect.poll(() => rooms.unpublished(), patience).toContain('lounge');
  for (const node of nodes.splice(0)) await node.close();

  const after = await open(1000);
  await expect.poll(() => rooms.unpublished(), patience).not.toContain('lounge');
  await broadcast(after);
  const player = await after.play(await after.gateway.playTarget('lounge', 'anna'));
  await expect.poll(() => player.deliveredMs, patience).toBeGreaterThan(2500);
  expect(player.ended).toBeNull();
  link.close();
});
