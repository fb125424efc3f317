import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import * as calls from '#contract/chat/room/moderator-calls.ts';
import { MODERATOR_DAYS, MODERATORS_MAX, type ModerationKind } from '#contract/chat/room/moderator-calls.ts';
import {
  liftSanction,
  listSanctions,
  listViewers,
  sanctionViewer,
  setSlowMode,
} from '#contract/chat/room/sanction-calls.ts';
import type { SanctionKind } from '#contract/chat/sanctions.ts';
import { labelOf } from '#contract/errors.ts';
import { changeUsername } from '#contract/member/settings/settings-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer } from '#server/testing/viewer.ts';
import { roomModerators } from '../tables.ts';
import { sweepModerators } from './appoint-moderator.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(databaseKinds())('moderators of a room on $name', (database) => {
  const test = startTestApp({ on: database });
  /** Anna becomes a moderator; Bram watches. */
  let anna: TestMember;
  let vera: TestPerformer;
  let chat: Viewer;
  let bram: TestMember;
  let brams: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat } = await aFreeChat(test));
    bram = await aMember(test);
    brams = await join(test, bram.caller, vera);
    test.pushes.length = 0;
  });

  const appoint = (viewer = chat, by = vera) =>
    callApp(test, calls.appointModerator, { target: { session: viewer.session } }, bearer(by.token));
  const own = async () => (await callApp(test, readRoom, {}, bearer(vera.token))).moderators;
  const moderate = (kind: ModerationKind, name = brams.joined.sender, viewer = chat, who = anna) =>
    callApp(test, calls.moderateViewer, { auth: viewer.auth(), name, kind }, bearer(who.token));
  const undo = (sanction: number, who = anna) =>
    callApp(test, calls.undoModeration, { sanction }, bearer(who.token));
  const sanction = (kind: SanctionKind, viewer = brams) =>
    callApp(test, sanctionViewer, { target: { session: viewer.session }, kind }, bearer(vera.token));
  const lift = (id: number) => callApp(test, liftSanction, { sanction: id }, bearer(vera.token));
  const list = async () => (await callApp(test, listSanctions, {}, bearer(vera.token))).sanctions;
  const reading = () => callApp(test, calls.readModeration, { auth: chat.auth() }, bearer(anna.token));
  const say = (message: string, viewer = chat, who = anna) =>
    callApp(
      test,
      chatAction,
      { action: 'message', auth: viewer.auth(), clientId: test.deps.newId(), data: { message } },
      bearer(who.token),
    );
  /** Lets an appointment expire; logins end meanwhile, and Anna joins again. */
  const expire = async () => {
    test.clock.advance(MODERATOR_DAYS * DAY);
    anna = { ...anna, token: await tokenFor(test.deps, 'member', anna.id) };
    vera = { ...vera, token: await tokenFor(test.deps, 'performer', vera.id) };
    chat = await join(test, anna.caller, vera);
  };
  const pushed = (name: string) => test.pushes.filter((push) => push.name === name);
  const names = () =>
    pushed('room-moderators')
      .filter(({ to }) => to === `room:${vera.id}`)
      .map(({ payload }) => (payload as { moderators: string[] }).moderators);
  const acts = async (memberId = anna.id) =>
    (
      await test.deps.db
        .select()
        .from(auditRows)
        .where(eq(auditRows.memberId, memberId))
        .orderBy(auditRows.id)
    ).map(({ act, actor }) => `${actor} ${act}`);

  it('are appointed for 30 days, by session or name, and known to everybody in the room', async () => {
    const { name, until, id } = await appoint();
    expect(name).toBe(chat.joined.sender);
    expect(new Date(until).getTime() - test.clock.now().getTime()).toBe(MODERATOR_DAYS * DAY);
    expect(names()).toEqual([[name]]);
    expect(pushed('room-moderators')[0]?.to).toBe(`room:${vera.id}`);
    const appointed = { session: chat.session, isModerator: true };
    expect(pushed('chat-voice')).toMatchObject([{ to: `chat:${chat.session}`, payload: appointed }]);
    expect((await join(test, bram.caller, vera)).joined.voice.moderators).toEqual([name]);
    expect(await own()).toMatchObject([{ id, name }]);
    const { viewers } = await callApp(test, listViewers, {}, bearer(vera.token));
    expect(viewers.filter(({ isModerator }) => isModerator).map((viewer) => viewer.name)).toEqual([name]);
    const byName = await callApp(
      test,
      calls.appointModerator,
      { target: { name: brams.joined.sender } },
      bearer(vera.token),
    );
    expect((await own()).map((one) => one.id)).toEqual([id, byName.id]);
  });

  it('are renewed by a second appointment or by the call for it, and stay the same row', async () => {
    const { id } = await appoint();
    test.clock.advance(10 * DAY);
    expect((await appoint()).id).toBe(id);
    test.clock.advance(10 * DAY);
    const { until } = await callApp(test, calls.renewModerator, { moderator: id }, bearer(vera.token));
    expect(new Date(until).getTime() - test.clock.now().getTime()).toBe(MODERATOR_DAYS * DAY);
    expect(await acts()).toEqual(
      ['appointed', 'renewed', 'renewed'].map((what) => `performer:${vera.id} room.moderator-${what}`),
    );
  });

  it('can be dismissed by their performer only, once', async () => {
    const { id } = await appoint();
    const mila = await aPerformer(test, onlineStatus.free);
    const dismiss = (by = vera) =>
      callApp(test, calls.dismissModerator, { moderator: id }, bearer(by.token)).catch(labelOf);
    expect(await dismiss(mila)).toBe('badRequest.notFound');
    const renewed = callApp(test, calls.renewModerator, { moderator: id }, bearer(mila.token));
    expect(await renewed.catch(labelOf)).toBe('badRequest.notFound');
    expect(await dismiss()).toBe(true);
    expect(await dismiss()).toBe('badRequest.notFound');
    expect(await own()).toEqual([]);
    expect(names().at(-1)).toEqual([]);
    expect(await moderate('mute').catch(labelOf)).toBe('badRequest.moderator.ended');
    expect(pushed('chat-voice').at(-1)?.payload).toMatchObject({ isModerator: false });
    expect((await acts()).at(-1)).toBe(`performer:${vera.id} room.moderator-ended`);
  });

  it('are members', async () => {
    const guest = await join(test, aGuest(test), vera);
    expect(await appoint(guest).catch(labelOf)).toBe('badRequest.moderator.guest');
    const asMember = callApp(
      test,
      calls.appointModerator,
      { target: { session: chat.session } },
      bearer(anna.token),
    );
    expect(await asMember.catch(labelOf)).toBe('badRequest.unauthorized');
    const mila = await aPerformer(test, onlineStatus.free);
    expect(await appoint(chat, mila).catch(labelOf)).toBe('badRequest.notFound');
  });

  it.each(['kick', 'block'] as const)('are not members who got a %s, until it is undone', async (kind) => {
    const { id } = await sanction(kind, chat);
    expect(await appoint().catch(labelOf)).toBe('badRequest.moderator.sentOut');
    await lift(id);
    expect(await appoint()).toMatchObject({ name: chat.joined.sender });
  });

  it.each(['kick', 'block'] as const)('end with a %s by the performer, in its transaction', async (kind) => {
    await appoint();
    const record = vi.spyOn(test.deps.events, 'record');
    const { id } = await sanction(kind, chat);
    expect(record).toHaveBeenCalledWith('room.moderator-ended', { performer: vera.id });
    record.mockRestore();
    expect(await own()).toEqual([]);
    expect(names().at(-1)).toEqual([]);
    expect((await acts()).slice(-2)).toEqual(
      ['sanctioned', 'moderator-ended'].map((what) => `performer:${vera.id} room.${what}`),
    );
    await lift(id);
    expect(await own()).toEqual([]);
  });

  it('is never both moderator and blocked, however the acts are ordered', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cato = await join(test, (await aMember(test)).caller, vera);
      await Promise.allSettled([appoint(cato), sanction('block', cato)]);
      expect((await own()).map(({ name }) => name)).not.toContain(cato.joined.sender);
    }
  });

  it('stay when they are muted', async () => {
    await appoint();
    await sanction('mute', chat);
    expect(await own()).toHaveLength(1);
  });

  it(`are ${MODERATORS_MAX} at most`, async () => {
    const rows = Array.from({ length: MODERATORS_MAX }, async () => ({
      performerId: vera.id,
      memberId: (await aMember(test)).id,
      since: test.clock.now(),
      until: new Date(test.clock.now().getTime() + DAY),
    }));
    await test.deps.db.insert(roomModerators).values(await Promise.all(rows));
    expect(await appoint().catch(labelOf)).toBe('badRequest.moderator.full');
    test.clock.advance(DAY);
    chat = await join(test, anna.caller, vera);
    expect(await appoint()).toMatchObject({ name: chat.joined.sender });
  });

  it('end after 30 days, and are appointed anew afterwards', async () => {
    const { id } = await appoint();
    await expire();
    expect(await own()).toEqual([]);
    expect(await moderate('mute').catch(labelOf)).toBe('badRequest.moderator.ended');
    test.pushes.length = 0;
    await sweepModerators(test.deps);
    expect(names()).toEqual([[]]);
    expect((await acts()).at(-1)).toBe('system room.moderator-ended');
    expect((await appoint()).id).not.toBe(id);
  });

  it('is appointed anew before the sweep has ended the former appointment', async () => {
    const { id } = await appoint();
    await expire();
    expect((await appoint()).id).not.toBe(id);
    await sweepModerators(test.deps);
    expect(await own()).toHaveLength(1);
  });

  it('tell a member who was away that the appointment has ended, once', async () => {
    const isOver = async () => {
      const again = await join(test, anna.caller, vera);
      test.clock.advance(1000);
      await again.leave();
      return again.joined.moderatorOver;
    };
    const { id } = await appoint();
    test.clock.advance(1000);
    await chat.leave();
    expect(await isOver()).toBe(false);
    test.clock.advance(1000);
    await callApp(test, calls.dismissModerator, { moderator: id }, bearer(vera.token));
    test.clock.advance(1000);
    expect(await isOver()).toBe(true);
    expect(await isOver()).toBe(false);
    expect((await join(test, bram.caller, vera)).joined.moderatorOver).toBe(false);
  });

  it('do not tell it to a member who was there, but of an appointment that expired', async () => {
    const { id } = await appoint();
    await callApp(test, calls.dismissModerator, { moderator: id }, bearer(vera.token));
    test.clock.advance(1000);
    await chat.leave();
    chat = await join(test, anna.caller, vera);
    expect(chat.joined.moderatorOver).toBe(false);
    await appoint();
    await chat.leave();
    await expire();
    expect(chat.joined.moderatorOver).toBe(true);
  });

  it('end when the performer is removed', async () => {
    await appoint();
    await removePerformer(test.deps, operatorCaller('root'), vera.username);
    await sweepModerators(test.deps);
    const open = and(eq(roomModerators.performerId, vera.id), isNull(roomModerators.endedAt));
    expect(await test.deps.db.select().from(roomModerators).where(open)).toEqual([]);
  });

  it('mute a viewer for ten minutes; the performer sees who did it, and undoes it', async () => {
    await appoint();
    const { id, by, until } = await moderate('mute');
    expect(by).toEqual(chat.joined.sender);
    expect(new Date(until ?? 0).getTime() - test.clock.now().getTime()).toEqual(10 * MINUTE);
    expect(pushed('chat-voice').slice(-1)).toMatchObject([
      { to: `chat:${brams.session}`, payload: { muted: true } },
    ]);
    expect(pushed('studio-sanctions')).toMatchObject([{ to: `performer:${vera.id}` }]);
    expect(await say('Hello', brams, bram).catch(labelOf)).toBe('badRequest.chat.muted');
    expect(await list()).toMatchObject([{ id, kind: 'mute', by: chat.joined.sender }]);
    expect(await acts(bram.id)).toEqual([`member:${anna.id} room.sanctioned`]);
    await lift(id);
    await say('Hello', brams, bram);
  });

  it('kick a viewer, and undo own sanctions only', async () => {
    await appoint();
    const kicked = await moderate('kick');
    expect(pushed('chat-ended')).toMatchObject([{ payload: { session: brams.session, reason: 'kicked' } }]);
    const cato = await join(test, (await aMember(test)).caller, vera);
    const hers = await sanction('mute', cato);
    expect(await undo(hers.id).catch(labelOf)).toBe('badRequest.notFound');
    expect((await reading()).sanctions).toMatchObject([{ id: kicked.id, kind: 'kick' }]);
    await undo(kicked.id);
    expect(await undo(kicked.id).catch(labelOf)).toBe('badRequest.notFound');
    await expect(join(test, bram.caller, vera)).resolves.toBeDefined();
    expect((await acts(bram.id)).at(-1)).toBe(`member:${anna.id} room.sanction-lifted`);
  });

  it('undo nothing after the appointment', async () => {
    const { id: moderator } = await appoint();
    const { id } = await moderate('mute');
    await callApp(test, calls.dismissModerator, { moderator }, bearer(vera.token));
    expect(await undo(id).catch(labelOf)).toBe('badRequest.moderator.ended');
    expect(await reading().catch(labelOf)).toBe('badRequest.moderator.ended');
    expect(await list()).toHaveLength(1);
  });

  it('do not touch the performer, other moderators or themselves', async () => {
    await appoint();
    await appoint(brams);
    for (const name of [vera.username, vera.username.toUpperCase(), brams.joined.sender, chat.joined.sender])
      expect(await moderate('kick', name).catch(labelOf)).toBe('badRequest.moderator.protected');
    expect(await moderate('kick', 'nobody-here').catch(labelOf)).toBe('badRequest.notFound');
    expect(await list()).toEqual([]);
  });

  it('replace no sanction', async () => {
    await appoint();
    const { id } = await sanction('mute');
    expect(await moderate('mute').catch(labelOf)).toBe('badRequest.moderator.already');
    expect(await list()).toMatchObject([{ id, by: null }]);
  });

  it('act in their own room only, and with their own chat', async () => {
    await appoint();
    const mila = await aPerformer(test, onlineStatus.free);
    const elsewhere = await join(test, anna.caller, mila);
    const there = await join(test, bram.caller, mila);
    expect(await moderate('mute', there.joined.sender, elsewhere).catch(labelOf)).toBe(
      'badRequest.moderator.ended',
    );
    expect(await moderate('mute', brams.joined.sender, chat, bram).catch(labelOf)).toBe(
      'badRequest.invalid.auth',
    );
    await chat.leave();
    expect(await moderate('mute').catch(labelOf)).toBe('badRequest.session.ended');
  });

  it('are exempt from slow mode', async () => {
    await callApp(test, setSlowMode, { seconds: 60 }, bearer(vera.token));
    await appoint();
    chat = await join(test, anna.caller, vera);
    expect(chat.joined.voice).toMatchObject({ slowSeconds: 60, isModerator: true });
    for (const line of ['one', 'two']) await say(line);
    await say('one', brams, bram);
    expect(await say('two', brams, bram).catch(labelOf)).toBe('badRequest.chat.slow');
  });

  it('keep their mark under a new name', async () => {
    await appoint();
    await callApp(test, changeUsername, { username: 'annatje88' }, bearer(anna.token));
    await callApp(
      test,
      chatAction,
      { action: 'changeNickname', auth: chat.auth(), data: { newNickname: 'annatje88' } },
      bearer(anna.token),
    );
    expect(names().at(-1)).toEqual(['annatje88']);
    expect(await own()).toMatchObject([{ name: 'annatje88' }]);
  });

  it('find their appointments and acts in their data, and leave none behind', async () => {
    await appoint();
    await moderate('mute');
    const { db } = test.deps;
    const read = async () =>
      Object.assign({}, ...(await Promise.all(test.deps.personalData.map((data) => data.read(db, anna.id)))));
    expect(await read()).toMatchObject({
      moderator: [{ performer: vera.username, endedAt: null }],
      moderation: [{ performer: vera.username, kind: 'mute' }],
    });
    await db.transaction(async (tx) => {
      for (const data of test.deps.personalData) await data.erase(tx, anna.id);
    });
    expect(await read()).toMatchObject({ moderator: [], moderation: [] });
    expect(await list()).toMatchObject([{ kind: 'mute', by: null }]);
  });
});
