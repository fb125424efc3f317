import { and, count, countDistinct, eq, sql } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { stopMails } from '#contract/member/notices/notice-calls.ts';
import { messageFollowers } from '#contract/studio/follower-calls.ts';
import { followerMailWork, sendFollowerMail } from '#server/member/notices/queue-follower-notices.ts';
import { stopKey } from '#server/member/notices/stop-mails.ts';
import { favourites } from '#server/member/tables.ts';
import { outbox } from '#server/outbox/tables.ts';
import { followerMessages } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aPerformer } from '#server/testing/people.ts';
import { statementsPerAct } from '#server/testing/rules/declarations.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { tellFollowers } from './message-followers.ts';

describe.each(databaseKinds())('a message to thousands of followers on $name', (database) => {
  // The database in memory is a fifth as fast.
  const MANY = database.concurrent ? 10_000 : 1000;
  const test = startTestApp({ on: database });
  let vera = 0;
  let message = 0;
  /** Of the followers, ascending. */
  let ids: number[] = [];

  beforeAll(async () => {
    const { db } = test.deps;
    const { id, token } = await aPerformer(test);
    vera = id;
    await db.execute(sql`
      insert into member (email, email_folded, username, username_folded, password_hash, verified_at)
      select address, address, 'Volger' || number, 'volger' || number, 'none', now()
      from (select number, 'volger' || number || '@example.com' as address
        from generate_series(1, ${MANY}) as number) as rows`);
    await db.execute(sql`
      insert into favourite (member_id, performer_id, created_at, live_mail)
      select id, ${vera}, now(), true from member where username_folded like 'volger%'`);
    const rows = await db
      .select({ id: favourites.memberId })
      .from(favourites)
      .where(eq(favourites.performerId, vera))
      .orderBy(favourites.memberId);
    ids = rows.map((row) => row.id);
    const text = 'Vanavond om acht uur';
    await callApp(test, messageFollowers, { text, clientId: test.deps.newId() }, bearer(token));
    const [stored] = await db.select().from(followerMessages).where(eq(followerMessages.performerId, vera));
    message = stored?.id ?? 0;
  });

  const stop = (memberId: number) =>
    callApp(test, stopMails, { key: stopKey(test.deps, { memberId, kind: 'live' }) });
  const isMail = eq(outbox.kind, followerMailWork.kind);
  const member = sql<string>`${outbox.payload}->>'memberId'`;
  const mailsTo = (memberId: number) =>
    test.deps.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(isMail, eq(member, `${memberId}`)));
  /** A round, and whether it told anybody. */
  const round = async (): Promise<boolean> => {
    const at = { toldTo: followerMessages.toldTo };
    const toldTo = async () =>
      (await test.deps.db.select(at).from(followerMessages).where(eq(followerMessages.id, message)))[0]
        ?.toldTo;
    const before = await toldTo();
    await tellFollowers(test.deps, { message });
    return (await toldTo()) !== before;
  };

  it('queues one mail per follower in rounds of as many statements as for one, whatever is stopped or killed', async () => {
    const [first, last] = [ids.at(0) ?? 0, ids.at(-1) ?? 0];
    const logged = vi.spyOn(NoopLogger.prototype, 'logQuery');
    await round();
    const perRound = logged.mock.calls.length;
    // The process dies before the commit of the next round.
    const killed = test.deps.db.transaction(async (tx) => {
      await tellFollowers({ ...test.deps, db: tx as unknown as typeof test.deps.db }, { message });
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    await stop(first);
    await stop(last);
    logged.mockClear();
    let rounds = 1;
    while (await round()) rounds += 1;
    const statements = logged.mock.calls.length;
    logged.mockRestore();
    expect(rounds).toBe(MANY / 100);
    expect(perRound).toBeLessThan(2 * statementsPerAct['telling 100 followers of a message']);
    expect(statements).toBeLessThanOrEqual(rounds * perRound);
    const [queued] = await test.deps.db
      .select({ mails: count(), members: countDistinct(member) })
      .from(outbox)
      .where(isMail);
    expect(queued).toEqual({ mails: MANY - 1, members: MANY - 1 });
    expect(await mailsTo(last)).toEqual([]);
    const [mail] = await mailsTo(first);
    await sendFollowerMail(test.deps, followerMailWork.payload.parse(mail?.payload));
    expect(test.mail.sent).toEqual([]);
  }, 120_000);
});
