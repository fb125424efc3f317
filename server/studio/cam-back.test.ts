import { type ServedMedia, type WhepPlayerConfig, whepPlayerSchema } from '@vonk/media';
import { createEmbeddedMedia } from '@vonk/media/embedded';
import {
  collectPackets,
  createEncoder,
  createTestPeer,
  mediaRequest,
  patientLimits,
  type TestPeer,
  until,
} from '@vonk/media/testing';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { endCamBack, listCamBacks, watchCamBack } from '#contract/studio/cam-back-calls.ts';
import { returnRoom, streamRoom } from '#server/media/rooms.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { aJoinedChat, join, type Viewer } from '#server/testing/viewer.ts';

/** The real media server behind the real handlers; the test's peers act as cameras and players. */
let test: TestApp;
let media: ServedMedia;
let routes: Hono;
let peers: TestPeer[];
let vera: TestPerformer;
let anna: TestMember;
let chat: Viewer;

beforeEach(async () => {
  media = createEmbeddedMedia({
    secret: 'a secret that is long enough for a test',
    limits: patientLimits,
  });
  routes = new Hono().route('/media', media.routes());
  peers = [];
  test = await createTestApp({ change: () => ({ media }) });
  ({ anna, vera, chat } = await aJoinedChat(test, 5000));
});
afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  await media.close();
  await test.close();
});

/** A request to the media server, legitimate or not. */
interface Target {
  url: string;
  token: string;
}

async function connect({ url, token }: Target, direction: 'sendonly' | 'recvonly'): Promise<TestPeer> {
  const peer = await createTestPeer({ direction });
  peers.push(peer);
  const send = (path: string, init: RequestInit) => routes.request(path, init);
  const response = await mediaRequest(send, url, { token, body: peer.offer });
  if (response.status !== 201) throw new Error(`Refused with ${response.status}`);
  await peer.accept(await response.text());
  return peer;
}

const act = (action: object, { token = anna.token, auth = chat.auth() } = {}) =>
  callApp(test, chatAction, { auth, ...action } as never, bearer(token));

async function initAs(member: TestMember, viewer: Viewer): Promise<Target> {
  const { stream } = await act(
    { action: 'camBackInit', data: { agent: 'whip' } },
    { token: member.token, auth: viewer.auth() },
  );
  if (!stream) throw new Error('No stream');
  return { url: stream.endPoint, token: stream.accessToken };
}

/** Switches Anna's camera on and sends packets. */
async function show() {
  const target = await initAs(anna, chat);
  const encoder = createEncoder(await connect(target, 'sendonly'));
  encoder.send();
  await until(() => media.room(returnRoom(chat.session)).publishing);
  await act({ action: 'camBackBroadcasting' });
  return { target, encoder };
}

const targetOf = async (performer: TestPerformer, session = chat.session): Promise<WhepPlayerConfig> =>
  whepPlayerSchema.parse(await callApp(test, watchCamBack, { session }, bearer(performer.token)));

const camerasOf = async (performer: TestPerformer) =>
  (await callApp(test, listCamBacks, {}, bearer(performer.token))).cameras;

describe('a member’s camera', () => {
  it('L7.14 is visible to the performer with her own token', async () => {
    const { encoder } = await show();
    expect(await camerasOf(vera)).toEqual([
      { session: chat.session, sender: chat.joined.sender, state: 'started', publishing: true },
    ]);
    const packets = collectPackets(await connect(await targetOf(vera), 'recvonly'));
    await until(() => {
      encoder.send();
      return packets.length > 3;
    });
    expect(String(packets[0]?.payload)).toMatch(/^packet-\d+$/);
  });

  it("does not count as the performer's broadcast", async () => {
    await show();
    expect(media.room(streamRoom(vera.id)).publishing).toBe(false);
    expect(await media.picture(streamRoom(vera.id), 'large')).toBeNull();
  });

  it('is not found by another performer, a member or a guest, nor before it is on', async () => {
    await expect(targetOf(vera)).rejects.toThrow('badRequest.notFound');
    await show();
    const mila = await aPerformer(test);
    await expect(targetOf(mila)).rejects.toThrow('badRequest.notFound');
    expect(await camerasOf(mila)).toEqual([]);
    for (const headers of [bearer(anna.token), {}])
      await expect(callApp(test, watchCamBack, { session: chat.session }, headers)).rejects.toThrow(
        'badRequest.unauthorized',
      );
  });

  it('opens only with her token: not the sender’s, a viewer’s, another room’s or a broadcaster’s', async () => {
    const { target } = await show();
    const bram = await aMember(test, 5000);
    const inRoom = await join(test, bram.caller, vera);
    const other = await initAs(bram, inRoom);
    const url = (await targetOf(vera)).url;
    const tokens = {
      sender: target.token,
      'own view': whepPlayerSchema.parse(chat.joined.config).token,
      'another viewer': whepPlayerSchema.parse(inRoom.joined.config).token,
      'another sender': other.token,
      broadcaster: (await media.publishTarget(streamRoom(vera.id), `performer-${vera.id}`)).token,
      'another room': (await media.playTarget(returnRoom(inRoom.session), 'x')).token,
    };
    for (const [name, token] of Object.entries(tokens))
      await expect(connect({ url, token }, 'recvonly'), name).rejects.toThrow('Refused with 403');
    await expect(connect({ url, token: 'x' }, 'recvonly')).rejects.toThrow('Refused with 401');
  });

  it("can't be sent into another room: a broadcast’s, or another member’s", async () => {
    const { target } = await show();
    const { token: hers } = await targetOf(vera);
    const whip = (room: string) => `/media/whip/${room}`;
    for (const room of [streamRoom(vera.id), returnRoom('another')])
      await expect(connect({ url: whip(room), token: target.token }, 'sendonly')).rejects.toThrow('403');
    await expect(connect({ url: target.url, token: hers }, 'sendonly')).rejects.toThrow('403');
  });

  it('ends with the chat, permanently and for both sides', async () => {
    const { target } = await show();
    const hers = await targetOf(vera);
    await connect(hers, 'recvonly');
    expect(media.room(returnRoom(chat.session)).viewers).toBe(1);
    await chat.leave();
    expect(media.room(returnRoom(chat.session))).toMatchObject({ publishing: false, viewers: 0 });
    await expect(connect(target, 'sendonly')).rejects.toThrow('Refused with 401');
    await expect(connect(hers, 'recvonly')).rejects.toThrow('Refused with 401');
    await expect(targetOf(vera)).rejects.toThrow('badRequest.notFound');
    expect(await camerasOf(vera)).toEqual([]);
  });

  it('is ended by the performer, which tells the member and invalidates the tokens of both sides', async () => {
    const { target } = await show();
    const hers = await targetOf(vera);
    await connect(hers, 'recvonly');
    const end = ({ token }: TestPerformer) =>
      callApp(test, endCamBack, { session: chat.session }, bearer(token));
    await expect(end(await aPerformer(test))).rejects.toThrow('badRequest.notFound');
    test.pushes.length = 0;
    expect(await end(vera)).toEqual({ ended: true });
    expect(await end(vera)).toEqual({ ended: false });
    expect(test.pushes.map(({ to, name }) => [to, name])).toEqual([
      [`performer:${vera.id}`, 'studio-cam-back'],
      [`chat:${chat.session}`, 'cam-back-ended'],
    ]);
    expect(await camerasOf(vera)).toEqual([]);
    for (const [gone, direction] of [
      [target, 'sendonly'],
      [hers, 'recvonly'],
    ] as const)
      await expect(connect(gone, direction)).rejects.toThrow('Refused with 401');
  });

  it('is refused if the brand does not have the feature', async () => {
    await show();
    const without = variantOf(test, { brand: { ...test.deps.brand, hasFeature: () => false } });
    const asVera = bearer(vera.token);
    await expect(callApp(without, listCamBacks, {}, asVera)).rejects.toThrow('badRequest.notFound');
    for (const call of [watchCamBack, endCamBack])
      await expect(callApp(without, call, { session: chat.session }, asVera)).rejects.toThrow(
        'badRequest.notFound',
      );
  });
});
