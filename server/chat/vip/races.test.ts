import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { VIP_ANSWER_SECONDS } from '#contract/chat/vip-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { readStatus } from '#server/performers/reads.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { accept, askForVip, decline, endVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import type { TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { aPaidChat, type Viewer } from '#server/testing/viewer.ts';
import { chatSessions } from '../session/tables.ts';
import { sweepVip } from './sweep-vip.ts';
import { vipRequests } from './tables.ts';

interface Setup {
  test: TestApp;
  chat: Viewer;
  vera: TestPerformer;
  request: string;
}

const others: Readonly<Record<string, (setup: Setup) => Promise<unknown>>> = {
  'the sweep that finds it expired': ({ test }) => {
    test.clock.advance(VIP_ANSWER_SECONDS * 1000);
    return sweepVip(test.deps);
  },
  'the member, who withdraws it': ({ test, chat }) => endVip(test, chat),
  'the member, who leaves': ({ chat }) => chat.leave(),
  'the member, who spends the credits': ({ chat }) => chat.tip(800),
  'the performer’s other hand, which declines it': ({ test, vera, request }) => decline(test, vera, request),
  'the performer, who goes offline': ({ test, vera }) =>
    changeStatus(test.deps, vera.id, onlineStatus.offline),
  'a second accept': ({ test, vera, request }) => accept(test, vera, request),
};

describe.each(databaseKinds())('accepting a show on $name while it competes with', (database) => {
  const test = startTestApp({ on: database });

  async function ask(): Promise<Setup> {
    const { vera, chat } = await aPaidChat(test, 1000);
    return { test, chat, vera, request: await askForVip(test, chat) };
  }

  /** State of the show at performer, request and chat, after a sweep. */
  async function seen({ chat, vera, request }: Setup) {
    await sweepVip(test.deps);
    const [row] = await test.deps.db.select().from(vipRequests).where(eq(vipRequests.id, request));
    const [session] = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, chat.session));
    return {
      request: row?.state === 'accepted',
      status: (await readStatus(test.deps, vera.id)) === onlineStatus.vip,
      chat: session?.type === 'vip' && session.state !== 'ended',
    };
  }

  it.each(Object.keys(others))('%s: all three agree, and the books are right', async (name) => {
    for (const acceptsFirst of [true, false]) {
      const setup = await ask();
      const acts = [() => accept(test, setup.vera, setup.request), () => others[name]?.(setup)];
      if (!acceptsFirst) acts.reverse();
      await Promise.allSettled(acts.map((act) => act()));
      const { request, status, chat } = await seen(setup);
      expect(request).toEqual(chat);
      expect(status).toEqual(chat);
    }
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });
});
