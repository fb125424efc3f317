import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readDeskPerformer, withdrawFollowerMessage } from '#contract/desk/people/performer-calls.ts';
import { addFavourite } from '#contract/member/account/favourites-calls.ts';
import { listFollowerMessages } from '#contract/member/notices/follower-calls.ts';
import { chooseLiveNotice } from '#contract/member/notices/live-notice-calls.ts';
import { stopMails } from '#contract/member/notices/notice-calls.ts';
import { setConversationState } from '#contract/messaging/inbox-calls.ts';
import {
  FOLLOWER_EVERY_MS,
  messageFollowers,
  readFollowers,
  withdrawOwnMessage,
} from '#contract/studio/follower-calls.ts';
import { setHiddenPlaces } from '#contract/studio/profile-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { sessions } from '#server/identity/tables.ts';
import { favourites } from '#server/member/tables.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { storeAccount } from '#server/performers/account/store-account.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { followerMessages, performers } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import {
  aMember,
  anOperator,
  aPerformer,
  eraseAccount,
  type TestMember,
  type TestPerformer,
} from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { tellFollowers } from './message-followers.ts';

const DAY_MS = 86_400_000;
const TEXT = 'Vanavond om acht uur: שלום, een nieuw decor';

describe.each(databaseKinds())('a message to all followers on $name', (database) => {
  const test = startTestApp({ on: database });

  const login = async ({ id }: TestPerformer) => bearer(await tokenFor(test.deps, 'performer', id));
  const send = async (vera: TestPerformer, text = TEXT, clientId = crypto.randomUUID()) =>
    callApp(test, messageFollowers, { text, clientId }, await login(vera));
  const read = async (vera: TestPerformer) => callApp(test, readFollowers, {}, await login(vera));
  const shownTo = async ({ id }: TestMember) =>
    (await callApp(test, listFollowerMessages, {}, bearer(await tokenFor(test.deps, 'member', id)))).result;
  const aFollower = async (vera: TestPerformer, mail = true) => {
    const anna = await aMember(test, 200);
    await callApp(test, addFavourite, { performerId: vera.id }, bearer(anna.token));
    const ways = { performerId: vera.id, mail, browser: false };
    await callApp(test, chooseLiveNotice, ways, bearer(anna.token));
    return anna;
  };
  const stored = ({ id }: TestPerformer) =>
    test.deps.db.select().from(followerMessages).where(eq(followerMessages.performerId, id));
  /** Addresses mailed since the last time. */
  const mailed = async (): Promise<string[]> => {
    const before = test.mail.sent.length;
    while ((await runDueWork(test.outbox)) > 0);
    return test.mail.sent.slice(before).map(({ to }) => to);
  };

  it('is shown to all who follow her, and told only to those who want to be told', async () => {
    const vera = await aPerformer(test);
    const [anna, bram, cas] = [await aFollower(vera), await aFollower(vera, false), await aMember(test)];
    await send(vera);
    expect(await mailed()).toHaveLength(1);
    const mail = test.mail.sent.at(-1);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(
      new RegExp(`${vera.username}|Vanavond|שלום`),
    );
    const shown = { performerId: vera.id, username: vera.username, text: TEXT };
    expect(await shownTo(anna)).toMatchObject([shown]);
    expect(await shownTo(bram)).toMatchObject([shown]);
    expect(await shownTo(cas)).toEqual([]);
    expect(await read(vera)).toMatchObject({ total: 2, reachable: 1, last: { text: TEXT } });
    test.clock.advance(FOLLOWER_EVERY_MS);
    expect(await shownTo(anna)).toEqual([]);
  });

  it('can be sent once in seven days; a repeat sends nothing more', async () => {
    const vera = await aPerformer(test);
    await aFollower(vera);
    const clientId = crypto.randomUUID();
    await Promise.all([send(vera, TEXT, clientId), send(vera, TEXT, clientId)]);
    await send(vera, TEXT, clientId);
    expect(await mailed()).toHaveLength(1);
    await expect(send(vera)).rejects.toThrow('badRequest.tooMany');
    test.clock.advance(FOLLOWER_EVERY_MS - 1);
    await expect(send(vera)).rejects.toThrow('badRequest.tooMany');
    expect((await read(vera)).next).not.toBeNull();
    test.clock.advance(1);
    expect((await read(vera)).next).toBeNull();
    await send(vera);
    expect(await mailed()).toHaveLength(1);
  });

  it('is refused with links, contact details and too much text, and of a suspended performer', async () => {
    const vera = await aPerformer(test);
    for (const text of ['bel 0612345678', 'kijk op www.example.com'])
      await expect(send(vera, text)).rejects.toThrow('badRequest.profile.words');
    for (const text of ['a'.repeat(281), ' \u200b '])
      await expect(send(vera, text)).rejects.toThrow('badRequest.invalid.input');
    const suspended = { suspendedAt: test.clock.now() };
    await test.deps.db.update(performers).set(suspended).where(eq(performers.id, vera.id));
    await expect(send(vera)).rejects.toThrow(/badRequest\.(chat\.closed|unauthorized)/);
  });

  it('reaches neither members who are blocked, nor places that do not see her', async () => {
    const vera = await aPerformer(test);
    const [anna, bram, cas] = [await aFollower(vera), await aFollower(vera), await aFollower(vera)];
    const { message } = await messengerOf(test).write(anna, vera, 'Hoi');
    const block = { id: message.conversation, state: 'block' } as const;
    await callApp(test, setConversationState, block, bearer(anna.token));
    await callApp(test, setHiddenPlaces, { places: ['DE'] }, await login(vera));
    await test.deps.db.update(sessions).set({ country: 'DE' }).where(eq(sessions.memberId, bram.id));
    await send(vera);
    expect(await mailed()).toHaveLength(1);
    expect(await shownTo(anna)).toEqual([]);
    expect(await shownTo(cas)).toHaveLength(1);
  });

  it('is told to hundreds of followers in batches, once each, also if the work runs twice', async () => {
    const vera = await aPerformer(test);
    const many = 230;
    const ids: number[] = [];
    for (let at = 0; at < many; at += 1) ids.push(await makeMember(test.deps));
    const createdAt = test.clock.now();
    await test.deps.db
      .insert(favourites)
      .values(ids.map((memberId) => ({ memberId, performerId: vera.id, createdAt, liveMail: true })));
    await send(vera);
    const [message] = await stored(vera);
    const telling = { message: message?.id ?? 0 };
    await Promise.all([tellFollowers(test.deps, telling), tellFollowers(test.deps, telling)]);
    const addresses = await mailed();
    expect(addresses).toHaveLength(many);
    expect(new Set(addresses).size).toBe(many);
    await tellFollowers(test.deps, telling);
    expect(await mailed()).toEqual([]);
    await test.deps.db
      .delete(favourites)
      .where(and(eq(favourites.performerId, vera.id), inArray(favourites.memberId, ids)));
  });

  it('is told once a day to a member, whoever wrote, and not at night', async () => {
    const [vera, mila] = [await aPerformer(test), await aPerformer(test)];
    const anna = await aFollower(vera);
    await callApp(test, addFavourite, { performerId: mila.id }, bearer(anna.token));
    const ways = { performerId: mila.id, mail: true, browser: false };
    await callApp(test, chooseLiveNotice, ways, bearer(anna.token));
    await send(vera);
    await send(mila);
    expect(await mailed()).toHaveLength(1);
    expect(await shownTo(anna)).toHaveLength(2);
    // 23:30 in Amsterdam, eight days later.
    test.clock.advance(8 * DAY_MS);
    const night = new Date(test.clock.now());
    night.setUTCHours(22, 30, 0, 0);
    test.clock.advance(night.getTime() - test.clock.now().getTime());
    await send(vera);
    expect(await mailed()).toEqual([]);
    test.clock.advance(9 * 3_600_000);
    expect(await mailed()).toHaveLength(1);
  });

  it('can be stopped by the link in its mail', async () => {
    const vera = await aPerformer(test);
    await aFollower(vera);
    await send(vera);
    await mailed();
    const key = URL.parse(test.mail.sent.at(-1)?.stop ?? '')?.searchParams.get('key') ?? '';
    await callApp(test, stopMails, { key });
    test.clock.advance(FOLLOWER_EVERY_MS);
    await send(vera);
    expect(await mailed()).toEqual([]);
  });

  it('is not shown once she withdraws it, and what is queued is not sent', async () => {
    const vera = await aPerformer(test);
    const anna = await aFollower(vera);
    await send(vera);
    const [queued] = await stored(vera);
    await tellFollowers(test.deps, { message: queued?.id ?? 0 });
    const { last } = await read(vera);
    await callApp(test, withdrawOwnMessage, { version: last?.version }, await login(vera));
    expect(await mailed()).toEqual([]);
    expect(await shownTo(anna)).toEqual([]);
    expect(await read(vera)).toMatchObject({ last: { withdrawnBy: 'performer' }, next: expect.any(String) });
    await expect(send(vera)).rejects.toThrow('badRequest.tooMany');
  });

  it('stops between two batches when it is withdrawn', async () => {
    const vera = await aPerformer(test);
    await aFollower(vera);
    await send(vera);
    await callApp(test, withdrawOwnMessage, {}, await login(vera));
    const [message] = await stored(vera);
    await tellFollowers(test.deps, { message: message?.id ?? 0 });
    const [after] = await stored(vera);
    expect(after?.toldTo).toBe(0);
  });

  it('is withdrawn at the desk once, with a mail of the reasons to the performer', async () => {
    const vera = await aPerformer(test);
    const email = `${vera.username.toLowerCase()}@example.com`;
    await test.deps.db.transaction((tx) =>
      storeAccount(tx, { performerId: vera.id, email, language: 'en', at: test.clock.now() }),
    );
    await send(vera);
    const { headers } = await anOperator(test, 'moderator');
    const { followerMessage } = await callApp(test, readDeskPerformer, { performer: vera.id }, headers);
    const statement = 'It names another site';
    const seen = { performer: vera.id, version: followerMessage?.version ?? '' };
    const withdraw = () =>
      callApp(test, withdrawFollowerMessage, { ...seen, statement, reason: 'reported' }, headers);
    await withdraw();
    await withdraw();
    expect(await mailed()).toEqual([email]);
    expect(test.mail.sent.at(-1)?.text).toContain(statement);
    expect((await read(vera)).last).toMatchObject({ withdrawnBy: 'house', statement });
  });

  it('cannot be withdrawn unseen, or after seven days', async () => {
    const vera = await aPerformer(test);
    const withdraw = async (version: string | undefined) =>
      callApp(test, withdrawOwnMessage, { version }, await login(vera));
    await expect(withdraw(undefined)).rejects.toThrow('badRequest.notFound');
    await send(vera);
    const { last } = await read(vera);
    test.clock.advance(FOLLOWER_EVERY_MS);
    await expect(withdraw(last?.version)).rejects.toThrow('badRequest.notFound');
    await send(vera, 'Another one');
    await expect(withdraw(last?.version)).rejects.toThrow('badRequest.form.changed');
  });

  it('is erased with her account, and its notice with the member’s', async () => {
    const vera = await aPerformer(test);
    const anna = await aFollower(vera);
    await send(vera);
    await mailed();
    await eraseAccount(test, bearer(await tokenFor(test.deps, 'member', anna.id)));
    await removePerformer(test.deps, operatorCaller('els', 'left'), vera.username);
    expect(await stored(vera)).toEqual([]);
  });
});
