import { beforeEach, describe, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { studioLogOut } from '#contract/studio/account/account-calls.ts';
import * as calls from '#contract/studio/account/whip-key-calls.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { ofLogin, streamRoom } from '#server/media/rooms.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { endLogins } from '#server/performers/whip-key/keys.ts';
import { publisherOf, publishKeys } from '#server/performers/whip-key/publish-keys.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { fakeMedia } from '#server/testing/fake-media.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, sessionOf, variantOf } from '#server/testing/test-app.ts';
import { cutRevoked } from './cut-revoked.ts';

describe.each(databaseKinds())('the key of an encoder on $name', (database) => {
  const test = startTestApp({ on: database });
  let vera: TestPerformer;
  beforeEach(async () => {
    vera = await aPerformer(test, onlineStatus.free);
    test.media.dropped.length = 0;
  });

  const show = () => callApp(test, calls.showWhipKey, {}, bearer(vera.token));
  const rotate = () => callApp(test, calls.rotateWhipKey, {}, bearer(vera.token));
  const revoke = () => callApp(test, calls.revokeWhipKey, {}, bearer(vera.token));
  const opens = (key: string | null, room = streamRoom(vera.id)) =>
    publishKeys(test.deps, test.deps.config.secret, async () => false).subjectOf(key ?? '', room);
  const isPublishing = () => test.deps.media.room(streamRoom(vera.id)).publishing;

  it('does not exist until it is created, and is shown with its URL afterwards', async () => {
    expect(await show()).toMatchObject({ key: null, createdAt: null });
    expect(await opens(null)).toBeNull();
    const made = await rotate();
    expect(made.key).toMatch(/^[\w-]{43}$/);
    expect(made.url).toBe(`/media/whip/performer-${vera.id}`);
    expect(await show()).toEqual(made);
  });

  it('opens her room only, until it is rotated', async () => {
    const { key: first } = await rotate();
    expect(await opens(first)).toBe(`performer-${vera.id}`);
    const other = await aPerformer(test);
    await callApp(test, calls.rotateWhipKey, {}, bearer(other.token));
    expect(await opens(first, streamRoom(other.id))).toBeNull();
    expect(await opens(first, 'lounge')).toBeNull();
    test.clock.advance(1000);
    const { key: second } = await rotate();
    expect(second).not.toBe(first);
    expect(await opens(first)).toBeNull();
    expect(await opens(second)).toBe(`performer-${vera.id}`);
  });

  it('ends the broadcast with the previous key once on rotation, but not for the first key', async () => {
    test.media.publish(streamRoom(vera.id));
    await rotate();
    expect(isPublishing()).toBe(true);
    test.clock.advance(1000);
    await rotate();
    expect(isPublishing()).toBe(false);
    test.media.publish(streamRoom(vera.id));
    await cutRevoked(test.deps);
    expect(isPublishing()).toBe(true);
  });

  it('ends the broadcast once, also if a node whose clock is behind revoked it, or ended the login', async () => {
    await rotate();
    await cutRevoked(test.deps);
    test.media.publish(streamRoom(vera.id));
    const now = () => new Date(test.clock.now().getTime() - 600_000);
    const behind = variantOf(test, { node: 'behind', now, media: fakeMedia().gateway });
    await callApp(behind, calls.revokeWhipKey, {}, bearer(vera.token));
    await cutRevoked(test.deps);
    expect(isPublishing()).toBe(false);
    test.media.publish(streamRoom(vera.id));
    await cutRevoked(test.deps);
    expect(isPublishing()).toBe(true);
    await callApp(behind, studioLogOut, {}, bearer(vera.token));
    await cutRevoked(test.deps);
    expect(test.media.dropped).toContain(ofLogin(publisherOf(vera.id), sessionOf(vera.token)));
  });

  it('ends no broadcast of a key that was rotated an hour before this node started', async () => {
    await rotate();
    test.clock.advance(1000);
    await rotate();
    test.clock.advance(3_600_000);
    test.media.publish(streamRoom(vera.id));
    await cutRevoked(variantOf(test, {}).deps);
    expect(isPublishing()).toBe(true);
  });

  it('opens nothing once it is revoked, nor do earlier tokens, also after a restart', async () => {
    const { key } = await rotate();
    test.media.publish(streamRoom(vera.id));
    expect(await revoke()).toEqual({ revoked: true });
    expect(isPublishing()).toBe(false);
    expect(test.media.dropped).toContain(`performer-${vera.id}`);
    expect(await opens(key)).toBeNull();
    expect(await show()).toMatchObject({ key: null });
    const keys = publishKeys(test.deps, test.deps.config.secret, async () => false);
    expect(await keys.revokedAt(`performer-${vera.id}`)).toBe(test.deps.now().getTime());
    expect(await keys.revokedAt('somebody else')).toBeNull();
    expect(await revoke()).toEqual({ revoked: false });
    test.clock.advance(1000);
    const { key: next } = await rotate();
    expect(next).not.toBe(key);
    expect(await opens(key)).toBeNull();
    expect(await opens(next)).toEqual(`performer-${vera.id}`);
  });

  it('is a single key after two concurrent rotations', async () => {
    const made = await Promise.all([rotate(), rotate()]);
    const working = [];
    for (const { key } of made) if (await opens(key)) working.push(key);
    expect(working).toEqual([(await show()).key]);
  });

  it('outlives her logins unless it is revoked with them', async () => {
    const end = (revokeWhipKey?: boolean) =>
      callApp(
        test,
        calls.endStudioSessions,
        revokeWhipKey === undefined ? {} : { revokeWhipKey },
        bearer(vera.token),
      );
    expect(await end()).toEqual({ ended: 1, whipKey: 'none' });
    await expect(callApp(test, readRoom, {}, bearer(vera.token))).rejects.toThrow('badRequest.unauthorized');
    vera = await aPerformer(test, onlineStatus.free);
    const { key } = await rotate();
    expect(await end(false)).toEqual({ ended: 1, whipKey: 'kept' });
    expect(await opens(key)).toBe(`performer-${vera.id}`);
    vera = await aPerformer(test, onlineStatus.free);
    const { key: other } = await rotate();
    expect(await end(true)).toEqual({ ended: 1, whipKey: 'revoked' });
    expect(await opens(other)).toBeNull();
  });

  it('is revoked by the operator, and the running product ends the broadcast', async () => {
    const { key } = await rotate();
    test.media.publish(streamRoom(vera.id));
    test.clock.advance(1000);
    const caller = operatorCaller('root');
    const { whipKey } = await endLogins(test.deps, caller, { performerId: vera.id, revokeWhipKey: true });
    expect(whipKey).toBe('revoked');
    expect(await opens(key)).toBeNull();
    expect(isPublishing()).toBe(true);
    await cutRevoked(test.deps);
    expect(isPublishing()).toBe(false);
  });

  it('becomes invalid when she is removed', async () => {
    const { key } = await rotate();
    await removePerformer(test.deps, operatorCaller('root'), vera.username);
    expect(await opens(key)).toBeNull();
  });

  it.each(Object.entries(calls))('is refused to members and guests: %s', async (_, call) => {
    const anna = await aMember(test);
    for (const headers of [{}, bearer(anna.token)])
      await expect(callApp(test, call, {}, headers)).rejects.toThrow('badRequest.unauthorized');
  });
});
