import type { PGlite } from '@electric-sql/pglite';
import { eq } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findViolations } from '#server/ledger/check-books.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { variantOf } from '#server/testing/test-app.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';
import { endChatSession } from '../end-chat-session.ts';
import { chatSessions } from '../tables.ts';
import { keepAlive } from './keep-alive.ts';

describe.each(databaseKinds())('keep-alives that arrive together, on $name,', (database) => {
  const test = startTestApp({ on: database });
  let vera: TestPerformer;
  let mila: TestPerformer;
  beforeEach(async () => {
    [vera, mila] = [await aPerformer(test), await aPerformer(test)];
  });

  interface Watcher extends Viewer {
    member: TestMember;
  }
  async function watchers(count: number, credits = 500): Promise<Watcher[]> {
    const all: Watcher[] = [];
    for (let number = 0; number < count; number += 1) {
      const member = await aMember(test, credits);
      all.push({ ...(await join(test, member.caller, number % 2 ? vera : mila)), member });
    }
    return all;
  }
  const beatAll = (all: readonly Viewer[]) => Promise.all(all.map((each) => each.beat()));
  const creditsOf = (all: readonly Watcher[]) => Promise.all(all.map(({ member }) => member.credits()));
  const sessionOf = async ({ session }: Viewer) => {
    const [row] = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session));
    return row;
  };

  it('are stored in one transaction, however many there are, including new minutes', async () => {
    const all = await watchers(20);
    const driver = (test.deps.db as unknown as { $client: PGlite | Pool }).$client;
    const begun = 'transaction' in driver ? vi.spyOn(driver, 'transaction') : vi.spyOn(driver, 'connect');
    await beatAll(all);
    expect(begun).toHaveBeenCalledTimes(1);
    begun.mockRestore();
    expect(new Set(await creditsOf(all))).toEqual(new Set([440]));
    expect(await vera.credits()).toBe(600);
    expect(await mila.credits()).toBe(600);
  });

  it('use up each minute separately and continue with the next one', async () => {
    const [early, late] = (await watchers(2)) as [Watcher, Watcher];
    await early.beat();
    for (let second = 0; second < 30; second += 3) {
      test.clock.advance(3000);
      await early.beat();
      await late.seeNothing();
    }
    await late.beat();
    for (let second = 0; second < 33; second += 3) {
      test.clock.advance(3000);
      await beatAll([early, late]);
    }
    expect(await creditsOf([early, late])).toEqual([380, 440]);
    expect(await sessionOf(early)).toMatchObject({ minutes: 2, spent: 120, paidMs: 63_000 });
    expect(await sessionOf(late)).toMatchObject({ minutes: 1, spent: 60, paidMs: 33_000 });
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });

  it('end only the chats that cannot pay', async () => {
    const [rich, poor] = [...(await watchers(1)), ...(await watchers(1, 150))] as [Watcher, Watcher];
    await poor.tip(100);
    const answers = await Promise.allSettled([rich.beat(), poor.beat()]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await creditsOf([rich, poor])).toEqual([440, 50]);
    expect(await sessionOf(rich)).toMatchObject({ state: 'watching' });
    expect(await sessionOf(poor)).toMatchObject({ state: 'ended', endReason: 'no_credits', spent: 0 });
  });

  it('are stored without reading sessions that only this process writes', async () => {
    const all = await watchers(20);
    const goOn = async () => {
      test.clock.advance(3000);
      await beatAll(all);
    };
    await beatAll(all);
    const logged = vi.spyOn(NoopLogger.prototype, 'logQuery');
    const reads = () =>
      (logged.mock.calls as unknown[][]).filter(([query]) =>
        /^select .* from "chat_(session|minute)"/s.test(String(query)),
      );
    for (let second = 3; second < 60; second += 3) await goOn();
    expect(reads()).toEqual([]);
    await goOn();
    expect(reads().length).toBe(2);
    logged.mockRestore();
    expect(new Set(await creditsOf(all))).toEqual(new Set([380]));
    expect(await sessionOf(all[0] as Watcher)).toMatchObject({ minutes: 2, paidMs: 60_000 });
  });

  it('notice what another process has written since', async () => {
    const [first, second, third] = (await watchers(3)) as [Watcher, Watcher, Watcher];
    await beatAll([first, second, third]);
    const other = variantOf(test, {});
    await endChatSession(other.deps, first.session, 'kicked');
    test.clock.advance(3000);
    await keepAlive(other.deps, second.caller, {
      auth: second.auth(),
      stats: { framesDecoded: 2, packetsLost: 0, stalledMs: 0 },
    });
    const answers = await Promise.allSettled([first.beat(), second.beat(), third.beat()]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await creditsOf([first, second, third])).toEqual([500, 440, 440]);
    expect(await sessionOf(first)).toMatchObject({ state: 'ended', endReason: 'kicked', spent: 0 });
    for (const each of [second, third])
      expect(await sessionOf(each)).toMatchObject({ deliveredMs: 3000, paidMs: 3000 });
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });

  it('are stored one by one, with an alarm, if one of them breaks the group', async () => {
    const all = await watchers(3);
    const spoilt = all[1]?.session;
    const logged: unknown[] = [];
    const { media } = test.deps;
    const viewer = (session: string) => {
      if (session === spoilt) throw new Error('no such viewer');
      return media.viewer(session);
    };
    const events = { record: (...event: unknown[]) => void logged.push(event) };
    const { deps } = variantOf(test, { media: { ...media, viewer }, events });
    const stats = { framesDecoded: 1, packetsLost: 0, stalledMs: 0 };
    const answers = await Promise.allSettled(
      all.map(({ caller, auth }) => keepAlive(deps, caller, { auth: auth(), stats })),
    );
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await creditsOf(all)).toEqual([440, 500, 440]);
    expect(logged).toContainEqual(['chat.beats-failed', { beats: expect.any(Number), code: null }]);
  });
});
