import { createEmbeddedMedia } from '@vonk/media/embedded';
import { beforeEach, describe, expect, it } from 'vitest';
import { rowVersion } from '#contract/desk/described/described-fields.ts';
import { allowStream, cutStream } from '#contract/desk/live-calls.ts';
import { readDeskPerformer, suspendPerformer } from '#contract/desk/people/performer-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import {
  endOtherStudioSessions,
  endStudioSession,
  studioLogOut,
} from '#contract/studio/account/account-calls.ts';
import { endStudioSessions, rotateWhipKey } from '#contract/studio/account/whip-key-calls.ts';
import { watchOwnStream } from '#contract/studio/live-calls.ts';
import { startBroadcast } from '#contract/studio/studio-calls.ts';
import { isRoomShut } from '#server/chat/room/shut-room.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { ofLogin, previewViewer, streamRoom } from '#server/media/rooms.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { publisherOf, publishKeys } from '#server/performers/whip-key/publish-keys.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { anOperator, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, sessionOf, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { cutRevoked } from './cut-revoked.ts';

describe.each(databaseKinds())('rights to broadcast on $name', (database) => {
  const dropped: string[] = [];
  const closed: string[] = [];
  /** Views of every room, which need no player here. */
  const watching: string[] = [];
  // A real media server: it reads the tokens that it issued.
  const test = startTestApp({
    on: database,
    environment: { STUDIO_IDLE_HOURS: '6' },
    change: (deps) => {
      const keys = publishKeys(deps, deps.config.secret, (performerId) => isRoomShut(deps, performerId));
      const served = createEmbeddedMedia({
        secret: deps.config.secret,
        keys,
        now: () => deps.now().getTime(),
      });
      return {
        media: {
          ...served,
          watchers: () => watching,
          drop: (subject: string) => {
            dropped.push(subject);
            served.drop(subject);
          },
          closeRoom: (room: string) => {
            closed.push(room);
            served.closeRoom(room);
          },
        },
      };
    },
  });
  let vera: TestPerformer;
  /** The token of another login of hers. */
  let other: string;

  beforeEach(async () => {
    vera = await aPerformer(test, onlineStatus.free);
    other = await tokenFor(test.deps, 'performer', vera.id);
    for (const list of [dropped, closed, watching]) list.length = 0;
  });

  const issue = async (login = vera.token) => (await callApp(test, startBroadcast, {}, bearer(login))).token;
  /** Whether the media server accepts a token for her room; the offer itself is refused. */
  async function opens(token: string | null, way: 'whip' | 'whep' = 'whip'): Promise<boolean> {
    const media = test.deps.media as ReturnType<typeof createEmbeddedMedia>;
    const response = await media.routes().request(`/${way}/${streamRoom(vera.id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
      body: 'v=0',
    });
    return response.status !== 401;
  }
  const desk = async () => (await anOperator(test)).headers;
  const reason = 'seen on the wall';
  const cut = async () => {
    const words = { minutes: null, reason } as const;
    await callApp(test, cutStream, { performer: vera.id, ...words }, await desk());
  };

  const ends: [string, () => Promise<unknown>][] = [
    ['a logout', () => callApp(test, studioLogOut, {}, bearer(vera.token))],
    [
      'her end of this login',
      () => callApp(test, endStudioSession, { session: sessionOf(vera.token) }, bearer(other)),
    ],
    ['her end of all other logins', () => callApp(test, endOtherStudioSessions, {}, bearer(other))],
    [
      'her end of all logins',
      () => callApp(test, endStudioSessions, { revokeWhipKey: false }, bearer(other)),
    ],
    ['a cut by the desk', cut],
    [
      'a suspension',
      async () => {
        const words = { ground: 'rules-people', facts: 'The documents are missing.', reason } as const;
        const [headers, of] = [await desk(), { performer: vera.id }];
        const { standing } = await callApp(test, readDeskPerformer, of, headers);
        const version = rowVersion(standing[0] ?? {});
        await callApp(test, suspendPerformer, { ...of, ...words, version }, headers);
      },
    ],
    ['her removal', () => removePerformer(test.deps, operatorCaller('root'), vera.username)],
    ['six hours without a use', async () => test.clock.advance(6 * 3_600_000 - 1)],
  ];

  it.each(ends)('of a login end with %s, and so does the broadcast', async (_, end) => {
    const token = await issue();
    const view = await callApp(test, watchOwnStream, {}, bearer(vera.token));
    const ownView = ofLogin(previewViewer(vera.id, 'page'), sessionOf(vera.token));
    const views = [ownView, ofLogin(previewViewer(vera.id, 'page'), sessionOf(other)), 'anna'];
    watching.push(...views);
    expect(await opens(token)).toBe(true);
    test.clock.advance(1);
    await end();
    expect(await opens(token)).toBe(false);
    await cutRevoked(test.deps);
    if (closed.includes(streamRoom(vera.id))) return;
    const publisher = ofLogin(publisherOf(vera.id), sessionOf(vera.token));
    expect(dropped).toEqual(expect.arrayContaining([publisher, ownView]));
    expect(dropped).not.toContain('anna');
    expect('token' in view && (await opens(view.token, 'whep'))).toBe(false);
  });

  it('of another login, and of the encoder, outlive a logout', async () => {
    const { key } = await callApp(test, rotateWhipKey, {}, bearer(vera.token));
    test.clock.advance(1);
    const [own, others] = [await issue(), await issue(other)];
    test.clock.advance(1);
    await callApp(test, studioLogOut, {}, bearer(vera.token));
    await cutRevoked(test.deps);
    expect(await opens(own)).toBe(false);
    expect(await opens(others)).toBe(true);
    expect(await opens(key)).toBe(true);
    expect(dropped).not.toContain(ofLogin(publisherOf(vera.id), sessionOf(other)));
    expect(closed).toEqual([]);
  });

  it('are none by a token that is issued while the desk shuts the room', async () => {
    const { media } = test.deps;
    const slow = variantOf(test, {
      media: {
        ...media,
        publishTarget: async (...target: Parameters<typeof media.publishTarget>) => {
          await cut();
          test.clock.advance(1);
          return media.publishTarget(...target);
        },
      },
    });
    const { token } = await callApp(slow, startBroadcast, {}, bearer(vera.token));
    test.clock.advance(2);
    expect(await opens(token)).toBe(false);
  });

  it('are none while the desk keeps the room shut, and new ones afterwards', async () => {
    const { key } = await callApp(test, rotateWhipKey, {}, bearer(vera.token));
    const before = await issue();
    test.clock.advance(1);
    await cut();
    expect(closed).toContain(streamRoom(vera.id));
    expect(await opens(before)).toBe(false);
    expect(await opens(key)).toBe(false);
    await expect(issue()).rejects.toThrow('badRequest.chat.closed');
    await callApp(test, allowStream, { performer: vera.id, reason }, await desk());
    test.clock.advance(1);
    expect(await opens(before)).toBe(false);
    expect(await opens(key)).toBe(true);
    expect(await opens(await issue())).toBe(true);
  });
});
