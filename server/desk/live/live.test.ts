import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { appointModerator, moderateViewer, undoModeration } from '#contract/chat/room/moderator-calls.ts';
import { listSanctions, setMessageDelay } from '#contract/chat/room/sanction-calls.ts';
import { getChatJoinToken } from '#contract/chat/session-calls.ts';
import * as calls from '#contract/desk/live-calls.ts';
import { explainDecision, listUnexplained } from '#contract/desk/reports/decision-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendAppeal } from '#contract/safety/appeal-calls.ts';
import { EXPLAIN_MINUTES } from '#contract/safety/decisions.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { readAudience } from '#contract/studio/live-calls.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { chatMessages } from '#server/chat/room/tables.ts';
import { showWaiting } from '#server/chat/room/waiting.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { streamRoom, unseenViewer } from '#server/media/rooms.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { caseAbout, stepsOf } from '#server/safety/reports/reads.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import { beginVip } from '#server/studio/vip/testing.ts';
import { aGuest, aMember, anOperator, aPerformer, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aFreeChat, aPaidChat, join, watch } from '#server/testing/viewer.ts';
import { endOperatorSessions, setOperatorRole } from '../account/operators.ts';
import { sweepWallPictures } from './wall-pictures.ts';
import { sweepUnseen } from './watch-stream.ts';

const test = startTestApp();
let mod: TestOperator;

beforeEach(async () => {
  while ((await runDueWork(test.outbox)) > 0);
  test.mail.sent.length = 0;
  mod = await anOperator(test, 'moderator');
});

const olga = operatorCaller('olga', 'stolen');
const endLogin = () => endOperatorSessions(test.deps, olga, { name: mod.name });
const setToSupport = () => setOperatorRole(test.deps, olga, { name: mod.name, role: 'support' });
const frame = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
const STATEMENT = 'A rule of the house was broken.';
const words = { ground: 'rules-people', facts: STATEMENT } as const;
const cut = { notice: 'rules', minutes: 60, reason: 'rule 4' } as const;
const acts = async () => {
  const rows = await test.deps.db
    .select()
    .from(auditRows)
    .where(eq(auditRows.actor, `operator:${mod.name}`))
    .orderBy(asc(auditRows.id));
  return rows.map(({ act, subject, reason }) => [act, subject, reason]);
};
const mails = async () => {
  while ((await runDueWork(test.outbox)) > 0);
  return test.mail.sent.splice(0);
};
const keyIn = (text = '') => /key=([\w-]+)/.exec(text)?.[1] ?? '';
const endOf = async (session: string) =>
  (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session)))[0]?.endReason ?? null;
const report = (performer: string) =>
  callApp(test, sendReport, {
    performer,
    reason: 'minor',
    details: 'seems young',
    place: 'stream',
    key: test.deps.newId(),
  });
const play = (id: number) => callApp(test, calls.playStream, { performer: id }, mod.headers);
const read = (id: number) => callApp(test, calls.readLiveRoom, { performer: id }, mod.headers);

describe('the wall', () => {
  const wall = (version = '', seen = '') => {
    test.clock.advance(2000);
    return callApp(test, calls.readWall, { version, seen }, mod.headers);
  };
  const picture = (id: number, version: string, who = mod) =>
    test.app.request(`${calls.WALL_PICTURE_FILE}?performer=${id}&version=${version}`, {
      headers: { 'api-key': test.deps.config.apiKey, ...who.headers },
    });

  it('lists rooms that are on by attention, and then only what has changed', async () => {
    const { vera, chat } = await aPaidChat(test, 500);
    const mila = await aPerformer(test, onlineStatus.paused);
    await report(mila.username);
    const first = await wall();
    expect(first.isWhole).toBe(true);
    const open = await caseAbout(test.deps.db, { performerId: mila.id });
    expect(first.rooms[0]).toEqual({
      id: mila.id,
      name: mila.username,
      mode: 'paused',
      viewers: 0,
      isNew: true,
      reports: 1,
      isUrgent: true,
      case: open?.id,
      picture: null,
    });
    expect(first.rooms.find(({ id }) => id === vera.id)).toMatchObject({
      mode: 'paid',
      viewers: 1,
      case: null,
    });
    expect(await wall(first.version)).toMatchObject({ version: first.version, rooms: [], gone: [] });
    await chat.leave();
    await storeStatus(test.deps, mila.id, onlineStatus.offline);
    const next = await wall(first.version);
    expect(next.rooms.map(({ id, viewers }) => [id, viewers])).toEqual([[vera.id, 0]]);
    expect(next.gone).toEqual([mila.id]);
    expect((await wall('unknown')).isWhole).toBe(true);
  });

  it('has small pictures of the public streams on a screen, under an address for each picture', async () => {
    const [vera, mila] = [await aPerformer(test), await aPerformer(test, onlineStatus.paused)];
    for (const { id } of [vera, mila]) test.media.pictures.set(streamRoom(id), await frame());
    const seen = `${vera.id},${mila.id}`;
    await wall('', seen);
    await sweepWallPictures(test.deps);
    const versionIn = async (id: number) =>
      (await wall('', seen)).rooms.find((room) => room.id === id)?.picture ?? null;
    const version = (await versionIn(vera.id)) ?? '';
    expect(await versionIn(mila.id)).toBeNull();
    const served = await picture(vera.id, version);
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect((await served.arrayBuffer()).byteLength).toBeLessThan(5000);
    expect((await picture(vera.id, 'other')).status).toBe(404);
    expect((await picture(vera.id, version, await anOperator(test, 'support'))).status).toBe(403);
    // The same picture keeps its address.
    test.clock.advance(8000);
    await wall('', seen);
    await sweepWallPictures(test.deps);
    expect(await versionIn(vera.id)).toBe(version);
    // It is gone from the wall as soon as the stream is not public.
    await storeStatus(test.deps, vera.id, onlineStatus.paused);
    expect((await picture(vera.id, version)).status).toBe(404);
    test.clock.advance(10 * 60_000);
    await sweepWallPictures(test.deps);
    await storeStatus(test.deps, vera.id, onlineStatus.online);
    expect(await versionIn(vera.id)).toBeNull();
  });
});

describe('a stream watched unseen', () => {
  it('is played once it is opened, which the log says, and counts for nobody', async () => {
    const { vera } = await aPaidChat(test, 500);
    await expect(play(vera.id)).rejects.toThrow('badRequest.notFound');
    await callApp(test, calls.openStream, { performer: vera.id }, mod.headers);
    expect(await play(vera.id)).toMatchObject({ token: `view:${unseenViewer(vera.id, mod.id)}` });
    const before = await callApp(test, readAudience, {}, bearer(vera.token));
    test.media.deliver(unseenViewer(vera.id, mod.id), test.clock.now().getTime());
    test.media.watchers.set(streamRoom(vera.id), [unseenViewer(vera.id, mod.id)]);
    expect(await callApp(test, readAudience, {}, bearer(vera.token))).toEqual(before);
    expect((await callApp(test, readRoom, { after: 0 }, bearer(vera.token))).viewers).toBe(1);
    expect(await acts()).toEqual([['stream.opened', `performer:${vera.id}`, null]]);
    await storeStatus(test.deps, vera.id, onlineStatus.paused);
    await sweepUnseen(test.deps);
    expect(test.media.gateway.viewer(unseenViewer(vera.id, mod.id))?.connected ?? false).toBe(false);
    await expect(play(vera.id)).rejects.toThrow('badRequest.notFound');
  });

  it('shows a VIP show and its chat only after it was opened with a reason', async () => {
    const { vera, chat } = await aPaidChat(test, 5000);
    await beginVip(test, chat, vera);
    const line = (seq: number, message: string, vipSession: string | null) => ({
      performerId: vera.id,
      seq,
      message,
      vipSession,
      author: 'system',
      sender: 'anna',
      messageType: 'member' as const,
      sentAt: test.clock.now(),
    });
    await test.deps.db
      .insert(chatMessages)
      .values([line(901, 'for all', null), line(902, 'for her', chat.session)]);
    const lines = async () => (await read(vera.id)).messages.map(({ message }) => message);
    expect(await read(vera.id)).toMatchObject({ mode: 'vip', isOpened: false });
    expect(await lines()).toContain('for all');
    expect(await lines()).not.toContain('for her');
    const open = (reason?: string) =>
      callApp(test, calls.openStream, { performer: vera.id, ...(reason && { reason }) }, mod.headers);
    await expect(open()).rejects.toThrow('badRequest.invalid.input');
    await open('a report about this show');
    expect(await lines()).toContain('for her');
    await play(vera.id);
    expect(await acts()).toEqual([['show.opened', `performer:${vera.id}`, 'a report about this show']]);
  });

  it('is refused while the performer rehearses', async () => {
    const vera = await aPerformer(test);
    await storeStatus(test.deps, vera.id, onlineStatus.offline);
    expect(test.media.gateway.room(streamRoom(vera.id)).publishing).toBe(true);
    const opened = callApp(test, calls.openStream, { performer: vera.id }, mod.headers);
    await expect(opened).rejects.toThrow('badRequest.performer.offline');
    await expect(play(vera.id)).rejects.toThrow('badRequest.notFound');
  });

  it.each([
    ['login', endLogin],
    ['role', setToSupport],
  ])('ends with the operator’s %s', async (_, end) => {
    const { vera } = await aPaidChat(test, 500);
    await callApp(test, calls.openStream, { performer: vera.id }, mod.headers);
    const viewer = unseenViewer(vera.id, mod.id);
    const isWatching = () => test.media.gateway.viewer(viewer)?.connected ?? false;
    test.media.deliver(viewer, test.clock.now().getTime());
    await sweepUnseen(test.deps);
    expect(isWatching()).toBe(true);
    await end();
    await sweepUnseen(test.deps);
    expect(isWatching()).toBe(false);
  });

  it('is left when a show begins that was not opened', async () => {
    const { vera, chat } = await aPaidChat(test, 5000);
    await callApp(test, calls.openStream, { performer: vera.id }, mod.headers);
    await beginVip(test, chat, vera);
    await expect(play(vera.id)).rejects.toThrow('badRequest.notFound');
  });
});

describe('a cut stream', () => {
  const cutStream = (id: number, input: object = words) =>
    callApp(test, calls.cutStream, { performer: id, ...cut, ...input }, mod.headers);

  it('ends at once for both sides, who learn the ground, and nobody pays on', async () => {
    const { anna, vera, chat } = await aPaidChat(test, 500);
    await chat.watchFor(30_000);
    test.pushes.length = 0;
    await cutStream(vera.id);
    expect(await endOf(chat.session)).toBe('cut-rules');
    expect(await anna.credits()).toBe(500 - 30);
    expect(test.pushes.map(({ to, name }) => [to, name])).toEqual(
      expect.arrayContaining([
        [`chat:${chat.session}`, 'chat-ended'],
        [`performer:${vera.id}`, 'studio-ended'],
      ]),
    );
    const live = () => callApp(test, setStatus, { onlineStatus: onlineStatus.online }, bearer(vera.token));
    await expect(live()).rejects.toThrow('badRequest.chat.closed');
    expect(await read(vera.id)).toMatchObject({ mode: null, cut: { ground: 'rules' } });
    const allow = () =>
      callApp(test, calls.allowStream, { performer: vera.id, reason: 'talked to her' }, mod.headers);
    await allow();
    await expect(allow()).rejects.toThrow('badRequest.notFound');
    // The cut ended her broadcast: she begins a new one.
    await expect(live()).rejects.toThrow('badRequest.performer.offline');
    test.media.publish(streamRoom(vera.id));
    await live();
    expect(await acts()).toEqual([
      ['stream.cut', `performer:${vera.id}`, 'rule 4'],
      ['stream.allowed', `performer:${vera.id}`, 'talked to her'],
    ]);
  });

  it('is a decision, which is mailed with a link to appeal, and is not touched by the next one', async () => {
    const { id } = await addedPerformer(test, 'Isabeau');
    await mails();
    await cutStream(id);
    expect(await caseAbout(test.deps.db, { performerId: id })).toMatchObject({ state: 'closed', version: 1 });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain(STATEMENT);
    const appeal = { key: keyIn(mail?.text), text: 'No rule was broken by me.' };
    await callApp(test, sendAppeal, appeal);
    await expect(callApp(test, sendAppeal, appeal)).rejects.toThrow('badRequest.link.used');
    await cutStream(id, { ...words, facts: 'The same rule was broken again.' });
    const found = await caseAbout(test.deps.db, { performerId: id });
    const steps = await stepsOf(test.deps.db, found?.id ?? 0);
    expect(steps.map(({ state, note }) => [state, note])).toEqual([
      ['decided', STATEMENT],
      ['appealed', appeal.text],
      ['decided', 'The same rule was broken again.'],
    ]);
    expect(found?.state).toBe('received');
  });

  it('takes no words at first, and is asked for them until they are there', async () => {
    const { id } = await addedPerformer(test, 'Isolde');
    await mails();
    await callApp(test, calls.cutStream, { performer: id, reason: 'now' }, mod.headers);
    expect(await mails()).toEqual([]);
    const missing = async () =>
      (await callApp(test, listUnexplained, {}, mod.headers)).result.filter(
        ({ decidedBy }) => decidedBy === mod.name,
      );
    const [one] = await missing();
    expect(one).toMatchObject({ measure: 'cut-stream', isLate: false });
    test.clock.advance(EXPLAIN_MINUTES * 60_000 + 1);
    expect(await missing()).toMatchObject([{ isLate: true }]);
    const { id: decision = 0, version = 0 } = one ?? {};
    const explanation = { decision, version, ...words, reason: 'watched it again' };
    await callApp(test, explainDecision, explanation, mod.headers);
    expect(await missing()).toEqual([]);
    expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining(STATEMENT)]);
    await expect(callApp(test, explainDecision, explanation, mod.headers)).rejects.toThrow('case.changed');
  });

  it('leaves the reports about her open, and is refused for an unknown performer', async () => {
    const vera = await aPerformer(test);
    await report(vera.username);
    await cutStream(vera.id);
    expect(await caseAbout(test.deps.db, { performerId: vera.id })).toMatchObject({
      state: 'received',
      urgent: true,
    });
    await expect(cutStream(2_000_000)).rejects.toThrow('badRequest.performer.notExists');
    await expect(cutStream(vera.id, { ground: 'threats' })).rejects.toThrow('badRequest.invalid.input');
  });
});

describe('a cut viewer', () => {
  const cutViewer = (performer: number, session: string) =>
    callApp(test, calls.cutViewer, { performer, session, ...cut, ...words, notice: 'safety' }, mod.headers);
  const enter = (performer: string, token: string) =>
    callApp(test, getChatJoinToken, { performer }, bearer(token));

  it('leaves the room for a while, is told why, and can appeal', async () => {
    const { anna, vera, chat } = await aPaidChat(test, 500);
    await chat.watchFor(30_000);
    test.pushes.length = 0;
    await cutViewer(vera.id, chat.session);
    expect(await endOf(chat.session)).toBe('removed-safety');
    expect(await anna.credits()).toBe(500 - 30);
    expect(test.pushes).toContainEqual({
      to: `performer:${vera.id}`,
      name: 'studio-ended',
      payload: { what: 'viewer', why: 'safety', member: expect.any(String) },
    });
    await expect(enter(vera.username, anna.token)).rejects.toThrow('badRequest.chat.removed');
    await enter((await aPerformer(test)).username, anna.token);
    const [mail] = await mails();
    await callApp(test, sendAppeal, { key: keyIn(mail?.text), text: 'I did nothing wrong here.' });
    expect(await caseAbout(test.deps.db, { memberId: anna.id })).toMatchObject({ state: 'received' });
    expect(await acts()).toEqual([['viewer.cut', `member:${anna.id}`, 'rule 4']]);
    test.clock.advance(61 * 60_000);
    await enter(vera.username, anna.token);
  });

  it('has said nothing more: the message that waits is not shown', async () => {
    const { anna, vera, chat } = await aFreeChat(test);
    await callApp(test, setMessageDelay, { seconds: 6 }, bearer(vera.token));
    const data = { message: 'the last word' };
    const line = { action: 'message', auth: chat.auth(), clientId: test.deps.newId(), data } as const;
    await callApp(test, chatAction, line, bearer(anna.token));
    await cutViewer(vera.id, chat.session);
    test.clock.advance(7000);
    await showWaiting(test.deps);
    const [row] = await test.deps.db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.message, data.message));
    expect(row).toMatchObject({ seq: null, removedAt: expect.any(Date) });
  });

  it('is no moderator of the room any more', async () => {
    const { anna, vera, chat } = await aFreeChat(test);
    const bram = await join(test, (await aMember(test)).caller, vera);
    const target = { session: chat.session };
    await callApp(test, appointModerator, { target }, bearer(vera.token));
    const mute = { auth: chat.auth(), name: bram.joined.sender, kind: 'mute' } as const;
    const { id } = await callApp(test, moderateViewer, mute, bearer(anna.token));
    await cutViewer(vera.id, chat.session);
    expect((await callApp(test, readRoom, {}, bearer(vera.token))).moderators).toEqual([]);
    await expect(callApp(test, undoModeration, { sanction: id }, bearer(anna.token))).rejects.toThrow(
      'badRequest.moderator.ended',
    );
  });

  it('can be a guest, who has no address; the performer neither sees nor lifts it', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const guest = await watch(test, aGuest(test), vera);
    await cutViewer(vera.id, guest.session);
    expect(await endOf(guest.session)).toBe('removed-safety');
    expect(await mails()).toEqual([]);
    expect(await callApp(test, listSanctions, {}, bearer(vera.token))).toEqual({ sanctions: [] });
    await expect(cutViewer(vera.id, test.deps.newId())).rejects.toThrow('badRequest.notFound');
  });
});
