import type { ServedMedia } from '@vonk/media';
import { type WhepPlayerConfig, whepPlayerSchema } from '@vonk/media';
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
import { listCamBacks, watchCamBack } from '#contract/studio/cam-back-calls.ts';
import { returnRoom } from '#server/chat/cam-back/return-room.ts';
import { streamRoom } from '#server/media/stream-room.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';

/** The real media server behind the real handlers; cameras and players are peers of the test. */
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
  [vera, anna] = [await aPerformer(test), await aMember(test, 5000)];
  chat = await join(test, anna.caller, vera);
});
afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  await media.close();
  await test.close();
});

/** A way to the media server, as a right holder or a thief would try it. */
interface Target {
  url: string;
  token: string;
}

async function connect({ url, token }: Target, direction: 'sendonly' | 'recvonly'): Promise<TestPeer> {
  const peer = await createTestPeer({ direction });
  peers.push(peer);
  const send = (path: string, init: RequestInit) => routes.request(path, init);
  const response = await mediaRequest(send, url, { token, body: peer.offer });
  if (response.status !== 201) throw new Error(`refused with ${response.status}`);
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
  if (!stream) throw new Error('no stream');
  return { url: stream.endPoint, token: stream.accessToken };
}

/** Anna's camera is on; packets flow. */
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
  it('is seen by the performer with a token of her own', async () => {
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

  it('is no broadcast of hers', async () => {
    await show();
    expect(media.room(streamRoom(vera.id)).publishing).toBe(false);
    expect(await media.picture(streamRoom(vera.id))).toBeNull();
  });

  it('is not found by another performer, a member, a guest, and by nobody before it is on', async () => {
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

  it('opens to no token but hers: not the sender’s, a viewer’s, another room’s or a broadcaster’s', async () => {
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
      await expect(connect({ url, token }, 'recvonly'), name).rejects.toThrow('refused with 403');
    await expect(connect({ url, token: 'x' }, 'recvonly')).rejects.toThrow('refused with 401');
  });

  it('can not be sent into another room: a broadcast’s, or another member’s', async () => {
    const { target } = await show();
    const { token: hers } = await targetOf(vera);
    const whip = (room: string) => `/media/whip/${room}`;
    for (const room of [streamRoom(vera.id), returnRoom('another')])
      await expect(connect({ url: whip(room), token: target.token }, 'sendonly')).rejects.toThrow('403');
    await expect(connect({ url: target.url, token: hers }, 'sendonly')).rejects.toThrow('403');
  });

  it('ends with the chat, for both sides and for good', async () => {
    const { target } = await show();
    const hers = await targetOf(vera);
    await connect(hers, 'recvonly');
    expect(media.room(returnRoom(chat.session)).viewers).toBe(1);
    await chat.leave();
    expect(media.room(returnRoom(chat.session))).toMatchObject({ publishing: false, viewers: 0 });
    await expect(connect(target, 'sendonly')).rejects.toThrow('refused with 401');
    await expect(connect(hers, 'recvonly')).rejects.toThrow('refused with 401');
    await expect(targetOf(vera)).rejects.toThrow('badRequest.notFound');
    expect(await camerasOf(vera)).toEqual([]);
  });

  it('is refused where the brand has no such thing', async () => {
    await show();
    const without = variantOf(test, { brand: { ...test.deps.brand, hasFeature: () => false } });
    const asVera = bearer(vera.token);
    await expect(callApp(without, listCamBacks, {}, asVera)).rejects.toThrow('badRequest.notFound');
    await expect(callApp(without, watchCamBack, { session: chat.session }, asVera)).rejects.toThrow(
      'badRequest.notFound',
    );
  });
});
