import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteMember } from '#contract/member/account/account-calls.ts';
import { subscribeBrowser } from '#contract/member/notices/notice-calls.ts';
import { chooseMails } from '#contract/member/settings/settings-calls.ts';
import { startCoolOff } from '#contract/wallet/limits-calls.ts';
import { blockMember } from '#server/desk/decisions/take-measure.ts';
import { breach } from '#server/desk/decisions/testing.ts';
import { aBrowser } from '#server/gateways/fakes.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import type { members } from '#server/member/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { unreadNotices } from '../tables.ts';
import { messengerOf } from '../testing.ts';
import { tellUnread } from './tell-unread.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(databaseKinds())('notices about unread messages, on $name', (database) => {
  const server = startTestApp({ on: database });
  let vera: TestPerformer;
  beforeEach(async () => {
    // One in the afternoon in Amsterdam, days after any earlier message.
    const noon = 12 * HOUR;
    const sinceMidnight = server.clock.now().getTime() % (24 * HOUR);
    server.clock.advance(3 * 24 * HOUR + noon - sinceMidnight);
    vera = await aPerformer(server);
  });

  interface Reader {
    id: number;
    email: string;
    headers: Record<string, string>;
    talk: number;
    token: string;
  }

  let count = 0;
  /** A member who has written to Vera and left. */
  async function writer(fields: Partial<typeof members.$inferInsert> = {}): Promise<Reader> {
    count += 1;
    const email = `away${count}@example.com`;
    const id = await makeMember(server.deps, { email, credits: 600, ...fields });
    const token = await tokenFor(server.deps, 'member', id);
    const { message } = await messengerOf(server).write({ token } as never, vera, 'Hoi');
    return { id, email, token, headers: bearer(token), talk: message.conversation };
  }
  const answer = (to: Reader, text = 'Kom je vanavond?') => messengerOf(server).answer(vera, to.talk, text);
  async function sweep(on = server): Promise<void> {
    await tellUnread(on.deps);
    await runDueWork(on.outbox);
  }
  const mailsTo = ({ email }: Reader) => server.mail.sent.filter(({ to }) => to === email);

  it('mails after fifteen minutes, in the member’s language, without the text', async () => {
    const [anna, bram] = [await writer(), await writer({ language: 'en' })];
    await answer(anna);
    await answer(bram);
    server.clock.advance(15 * MINUTE - 1);
    await sweep();
    expect(mailsTo(anna)).toEqual([]);
    server.clock.advance(1);
    await sweep();
    const [[dutch], [english]] = [mailsTo(anna), mailsTo(bram)];
    expect(dutch?.subject).toBe('Je hebt een nieuw bericht');
    expect(english?.subject).toBe('You have a new message');
    for (const mail of [dutch, english]) {
      const all = `${mail?.subject} ${mail?.text} ${mail?.html}`;
      for (const secret of [vera.username, 'vanavond']) expect(all).not.toContain(secret);
      expect(all).not.toMatch(/webcam|sex|erotic|performer|chat|credits/i);
      expect(mail?.text).toContain(mail?.stop);
    }
    expect(dutch?.text).toContain('http://localhost:4321/login?next=%2Fmessenger\n');
    expect(english?.text).toContain('http://localhost:4321/en/login?next=%2Fen%2Fmessenger\n');
    expect(english?.stop).toMatch(/^http:\/\/localhost:4321\/en\/activate\/stop\?key=/);
  });

  it('sends nothing about messages read on any device', async () => {
    const anna = await writer();
    const { id } = await answer(anna);
    await messengerOf(server).read({ token: anna.token } as never, id);
    server.clock.advance(HOUR);
    await sweep();
    expect(mailsTo(anna)).toEqual([]);
  });

  it.each(['mute', 'block', 'archive', 'delete'] as const)(
    'sends nothing about a conversation after: %s',
    async (state) => {
      const anna = await writer();
      await answer(anna);
      await messengerOf(server).state({ token: anna.token } as never, anna.talk, state);
      server.clock.advance(HOUR);
      await sweep();
      expect(mailsTo(anna)).toEqual([]);
    },
  );

  it('tells of a conversation brought back by its next message', async () => {
    const anna = await writer();
    await answer(anna);
    await messengerOf(server).state({ token: anna.token } as never, anna.talk, 'archive');
    await answer(anna, 'Toch nog iets');
    server.clock.advance(HOUR);
    await sweep();
    expect(mailsTo(anna)).toHaveLength(1);
  });

  it('tells at most once a day and never twice of the same message', async () => {
    const anna = await writer();
    await answer(anna);
    server.clock.advance(15 * MINUTE);
    await sweep();
    await answer(anna, 'Ben je er nog?');
    server.clock.advance(24 * HOUR - 1);
    await sweep();
    expect(mailsTo(anna)).toHaveLength(1);
    server.clock.advance(1);
    await sweep();
    expect(mailsTo(anna)).toHaveLength(2);
    server.clock.advance(24 * HOUR);
    await sweep();
    expect(mailsTo(anna)).toHaveLength(2);
  });

  it('waits at night until eight, and then tells of messages still unread', async () => {
    const [anna, bram] = [await writer(), await writer()];
    server.clock.advance(10 * HOUR - 15 * MINUTE);
    await answer(anna);
    const { id } = await answer(bram);
    // Eleven in the evening.
    server.clock.advance(15 * MINUTE);
    await sweep();
    server.clock.advance(9 * HOUR - 1000);
    await sweep();
    expect(mailsTo(anna)).toEqual([]);
    await messengerOf(server).read({ token: bram.token } as never, id);
    server.clock.advance(1000);
    await sweep();
    expect(mailsTo(anna).length).toBe(1);
    expect(mailsTo(bram).length).toBe(0);
  });

  it('ignores messages older than two days', async () => {
    const anna = await writer();
    await answer(anna);
    server.clock.advance(48 * HOUR);
    await sweep();
    expect(mailsTo(anna)).toEqual([]);
  });

  it('mails no unverified address and no member who stopped these mails', async () => {
    const [anna, bram] = [await writer({ verifiedAt: null }), await writer()];
    await callApp(server, chooseMails, { mails: { messages: false } }, bram.headers);
    for (const one of [anna, bram]) await answer(one);
    server.clock.advance(HOUR);
    await sweep();
    expect([...mailsTo(anna), ...mailsTo(bram)]).toEqual([]);
    // Nothing was claimed: a member who wants them again is told at once.
    await callApp(server, chooseMails, { mails: { messages: true } }, bram.headers);
    await sweep();
    expect(mailsTo(bram)).toHaveLength(1);
  });

  it('tells no member who is blocked, leaving or in a cool-off', async () => {
    const [blocked, leaving, resting] = [await writer(), await writer(), await writer()];
    for (const one of [blocked, leaving, resting]) await answer(one);
    await blockMember(server.deps, operatorCaller('root', 'test'), { memberId: blocked.id, ...breach });
    await callApp(server, deleteMember, {}, leaving.headers);
    await callApp(server, startCoolOff, { length: 'day' }, resting.headers);
    server.mail.sent.length = 0;
    await runDueWork(server.outbox);
    server.mail.sent.length = 0;
    server.clock.advance(HOUR);
    await sweep();
    expect(server.mail.sent).toEqual([]);
  });

  it.each<[what: string, change: (one: Reader) => Promise<unknown>]>([
    [
      'stops these mails',
      ({ headers }) => callApp(server, chooseMails, { mails: { messages: false } }, headers),
    ],
    ['takes a break', ({ headers }) => callApp(server, startCoolOff, { length: 'day' }, headers)],
    ['leaves', ({ headers }) => callApp(server, deleteMember, {}, headers)],
  ])('does not retry a mail when the member %s', async (_, change) => {
    const anna = await writer();
    await answer(anna);
    server.clock.advance(15 * MINUTE);
    server.mail.refuse = 1;
    await sweep();
    await change(anna);
    server.clock.advance(HOUR);
    await sweep();
    expect(mailsTo(anna).filter(({ stop }) => stop !== undefined)).toEqual([]);
  });

  it('shows no notice that waited for the push service to a member who takes a break', async () => {
    const anna = await writer({ verifiedAt: null });
    const browser = aBrowser();
    await callApp(server, subscribeBrowser, browser, anna.headers);
    await answer(anna);
    server.clock.advance(15 * MINUTE);
    server.webPush.refuse = 1;
    await sweep();
    await callApp(server, startCoolOff, { length: 'day' }, anna.headers);
    server.clock.advance(HOUR);
    await sweep();
    expect(server.webPush.sent.filter(({ endpoint }) => endpoint === browser.endpoint)).toEqual([]);
  });

  it('tells in every subscribed browser and by mail', async () => {
    const anna = await writer({ language: 'en' });
    const browsers = [aBrowser(), aBrowser()];
    for (const browser of browsers) await callApp(server, subscribeBrowser, browser, anna.headers);
    await answer(anna);
    server.clock.advance(HOUR);
    await sweep();
    expect(mailsTo(anna)).toHaveLength(1);
    const sent = server.webPush.sent.filter(({ endpoint }) =>
      browsers.some((one) => one.endpoint === endpoint),
    );
    expect(sent).toHaveLength(2);
    for (const { text, ttl, topic } of sent) {
      expect(JSON.parse(text)).toEqual({
        title: 'Vonk',
        body: 'There is a new message for you.',
        lang: 'en',
        tag: 'messages',
        path: '/en/messenger',
      });
      // From two in the afternoon until the night.
      expect(ttl).toEqual(9 * 3600);
      expect(topic).toBe('messages');
    }
  });

  it('tells only in browsers without a verified address, and nowhere without keys', async () => {
    const anna = await writer({ verifiedAt: null });
    const browser = aBrowser();
    await callApp(server, subscribeBrowser, browser, anna.headers);
    await answer(anna);
    server.clock.advance(HOUR);
    await sweep(variantOf(server, { webPush: null }));
    const notices = () => server.webPush.sent.filter(({ endpoint }) => endpoint === browser.endpoint);
    expect(notices()).toEqual([]);
    await sweep();
    expect(notices().length).toBe(1);
    expect(mailsTo(anna).length).toBe(0);
  });

  it('tells once for all nodes', async () => {
    const readers = await Promise.all(Array.from({ length: 5 }, () => writer()));
    for (const one of readers) await answer(one);
    server.clock.advance(HOUR);
    const nodes = Array.from({ length: database.concurrent ? 6 : 2 }, () => tellUnread(server.deps));
    const counts = await Promise.all(nodes);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(5);
    await runDueWork(server.outbox);
    for (const one of readers) expect(mailsTo(one)).toHaveLength(1);
  });

  it('claims nothing if a node dies before the mail is in the outbox', async () => {
    const anna = await writer();
    await answer(anna);
    server.clock.advance(HOUR);
    const dying = variantOf(server, {
      newId: () => {
        throw new Error('killed');
      },
    });
    await expect(tellUnread(dying.deps)).rejects.toThrow('killed');
    const rows = await server.deps.db.select().from(unreadNotices).where(eq(unreadNotices.memberId, anna.id));
    expect(rows).toEqual([]);
    await sweep();
    expect(mailsTo(anna)).toHaveLength(1);
  });

  it('sends nothing without a messenger', async () => {
    const anna = await writer();
    await answer(anna);
    server.clock.advance(HOUR);
    expect(
      await tellUnread(variantOf(server, { brand: { ...server.deps.brand, hasFeature: () => false } }).deps),
    ).toBe(0);
    expect(mailsTo(anna)).toEqual([]);
  });
});
