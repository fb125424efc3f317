import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import {
  getChatJoinToken,
  joinChat,
  keepAlive,
  leaveChat,
  readChatReceipt,
} from '#contract/chat/session-calls.ts';
import { readToy } from '#contract/chat/toy-calls.ts';
import { readVip } from '#contract/chat/vip-calls.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { listCamBacks, watchCamBack } from '#contract/studio/cam-back-calls.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { acceptVip, stopVipShow } from '#contract/studio/vip-calls.ts';
import { returnRoom } from '#server/media/rooms.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';

describe.each(databaseKinds())('a chat behind a balancer without stickiness, on $name', (database) => {
  const test = startTestApp({ on: database });
  let [anna, vera]: [TestMember, TestPerformer] = [] as never;
  beforeEach(async () => {
    [anna, vera] = [await aMember(test, 5000), await aPerformer(test)];
  });

  /** Two alternating nodes, each with its own token cache. */
  function balancer(start: number) {
    const media = { ...test.deps.media, shared: true };
    const nodes = ['first', 'second'].map((node) =>
      variantOf(test, { node, media, config: { ...test.deps.config } }),
    );
    let turn = start;
    return <Call extends AnyEndpoint>(who: { token: string }, call: Call, input: InputOf<Call>) =>
      callApp(nodes[turn++ % nodes.length] as TestApp, call, input, bearer(who.token)) as Promise<
        OutputOf<Call>
      >;
  }

  const stats = { framesDecoded: 25, packetsLost: 0, stalledMs: 0 };
  const deliver = (session: string, ms: number): void => {
    test.clock.advance(ms);
    test.media.deliver(session, test.clock.now().getTime());
  };

  it.each([500, 8000])('counts no media twice at a node that hears %i ms late of it', async (lateMs) => {
    const late = new Map<number, ReturnType<typeof test.deps.media.viewer>>();
    const media = {
      ...test.deps.media,
      shared: true,
      viewer: () => late.get(test.clock.now().getTime() - lateMs) ?? null,
    };
    const [first, second] = [variantOf(test, { node: 'first' }), variantOf(test, { node: 'second', media })];
    const { token } = await callApp(
      first,
      getChatJoinToken,
      { performer: vera.username },
      bearer(anna.token),
    );
    const joined = await callApp(first, joinChat, { 'x-chat': token }, bearer(anna.token));
    const { session } = joined.meter;
    let { auth } = joined;
    const beat = async (node: TestApp) => {
      const answer = await callApp(node, keepAlive, { auth, stats }, bearer(anna.token));
      auth = answer.auth;
      return answer.meter.leftMs;
    };
    const play = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 500) {
        deliver(session, 500);
        late.set(test.clock.now().getTime(), test.deps.media.viewer(session));
      }
    };
    play(500);
    await beat(first);
    for (let turn = 1; turn <= 6; turn += 1) {
      play(2000);
      expect(await beat(first)).toBe(60_000 - turn * 2000);
      expect(await beat(second)).toBe(60_000 - turn * 2000);
    }
  });

  it.each([0, 1])('continues with every call at the next node, whichever is first (%i)', async (start) => {
    const call = balancer(start);
    const { token } = await call(anna, getChatJoinToken, { performer: vera.username });
    const joined = await call(anna, joinChat, { 'x-chat': token });
    const { session } = joined.meter;
    let { auth } = joined;
    const beat = async (ms = 3000) => {
      deliver(session, ms);
      const answer = await call(anna, keepAlive, { auth, stats });
      auth = answer.auth;
      return answer.meter;
    };
    expect(await beat()).toMatchObject({ spent: 60 });
    const act = (action: object) => call(anna, chatAction, { auth, ...action } as never);
    const clientId = test.deps.newId();
    await act({ action: 'message', clientId, data: { message: 'Hallo' } });
    await call(vera, setToy, { active: true });
    const tip = { amount: 250, tipType: 'tip', message: '', isPublic: true };
    const tipId = test.deps.newId();
    for (let times = 0; times < 2; times += 1)
      await act({ action: 'tip', recipient: 'host', clientId: tipId, data: tip });
    expect(await anna.credits()).toBe(5000 - 60 - 250);
    expect(await call(anna, readToy, { auth })).toMatchObject({ active: true });
    expect((await call(vera, readRoom, {})).messages.length).toBeGreaterThanOrEqual(2);

    await act({ action: 'requestVip', recipient: 'host' });
    const { vip } = await call(anna, readVip, { auth });
    await call(vera, acceptVip, { request: vip?.request ?? '' });
    expect(await beat()).toMatchObject({ price: 240, leftMs: 60_000 });
    await act({ action: 'camBackInit', data: { agent: 'whip' } });
    test.media.publish(returnRoom(session));
    await act({ action: 'camBackBroadcasting' });
    expect(await call(vera, listCamBacks, {})).toMatchObject({ cameras: [{ session, publishing: true }] });
    expect(await call(vera, watchCamBack, { session })).toMatchObject({ agent: 'whep' });
    await beat();
    await call(vera, stopVipShow, {});
    await expect(call(anna, keepAlive, { auth, stats })).rejects.toThrow('badRequest.session.ended');
    const receipt = await call(anna, readChatReceipt, { session });
    expect(receipt).toMatchObject({ reason: 'vip-stopped', minutes: 2, tips: 250 });
    expect(await anna.credits()).toBe(5000 - receipt.total);
  });

  it('is stopped at a different node than the one that opened it', async () => {
    const call = balancer(0);
    const { token } = await call(anna, getChatJoinToken, { performer: vera.username });
    const { auth, meter } = await call(anna, joinChat, { 'x-chat': token });
    deliver(meter.session, 1000);
    await call(anna, keepAlive, { auth, stats });
    expect(await call(anna, leaveChat, { auth, reason: 'left' })).toMatchObject({ left: true });
    expect(test.media.dropped).toContain(meter.session);
    await call(vera, setStatus, { onlineStatus: onlineStatus.paused });
    await expect(call(anna, keepAlive, { auth, stats })).rejects.toThrow('badRequest.session.ended');
  });
});
