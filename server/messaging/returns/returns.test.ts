import { describe, expect, it } from 'vitest';
import { readSpending } from '#contract/chat/spending-calls.ts';
import { readLaterMessages } from '#contract/messaging/conversation-calls.ts';
import { readStudioConversation } from '#contract/studio/inbox-calls.ts';
import { readLimits, setLimit } from '#contract/wallet/limits-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { removeOldMessages } from '../remove-old-messages.ts';
import { messengerOf } from '../testing.ts';
import { returnUnanswered } from './return-unanswered.ts';

const HOUR = 3_600_000;

describe.each(databaseKinds())('unanswered and old messages, on $name', (database) => {
  const environment = { MESSAGE_RETURN_HOURS: '48', MESSAGE_DAYS: '30' };
  const server = startTestApp({ on: database, environment });
  const messenger = messengerOf(server);

  const withNewLogin = async (who: TestMember): Promise<TestMember> => ({
    ...who,
    token: await tokenFor(server.deps, 'member', who.id),
  });

  it('gives back unanswered messages once, and leaves the rest', async () => {
    const [anna, vera, wil] = [
      await aMember(server, 1000),
      await aPerformer(server),
      await aPerformer(server),
    ];
    const { message } = await messenger.write(anna, vera, 'Hoi');
    await messenger.write(anna, wil, 'Hoi');
    await messenger.answer(vera, message.conversation, 'Dag');
    await messenger.write(anna, vera, 'En nu?');
    server.clock.advance(47 * HOUR);
    expect(await returnUnanswered(server.deps)).toBe(0);
    server.clock.advance(HOUR + 1);
    const counts = await Promise.all([returnUnanswered(server.deps), returnUnanswered(server.deps)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await returnUnanswered(server.deps)).toBe(0);
    expect(await anna.credits()).toEqual(1000 - 60);
    expect(await vera.credits()).toBe(60);
    expect(await wil.credits()).toBe(0);
    const { token } = await withNewLogin(anna);
    const { all, performers } = await callApp(server, readSpending, { period: 'all' }, bearer(token));
    expect(all).toMatchObject({ messages: 60, total: 60 });
    expect(performers).toHaveLength(1);
    expect(await findViolations(server.deps.db, [])).toEqual([]);
  });

  it('tells both sides at the message what was given back', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const { message: first } = await messenger.write(anna, vera, 'Hoi');
    const conversation = first.conversation;
    await messenger.answer(vera, conversation, 'Dag');
    await messenger.write(anna, vera, 'En nu?');
    server.clock.advance(48 * HOUR + 1);
    server.pushes.length = 0;
    expect(await returnUnanswered(server.deps)).toBe(1);
    const name = `message-returned-${conversation}`;
    const payload = { conversation, seq: 3, credits: 60 };
    expect(server.pushes.filter((push) => push.name === name)).toEqual([
      { to: `member:${anna.id}`, name, payload },
      { to: `performer:${vera.id}`, name, payload },
    ]);
    const studioToken = await tokenFor(server.deps, 'performer', vera.id);
    const histories = [
      await messenger.history(await withNewLogin(anna), conversation),
      await callApp(server, readStudioConversation, { conversationId: conversation }, bearer(studioToken)),
    ];
    for (const { messages } of histories)
      expect(messages.map(({ returned }) => returned)).toEqual([undefined, undefined, 60]);
    const later = { conversationId: conversation, after: 2 };
    const { token } = await withNewLogin(anna);
    const { messages } = await callApp(server, readLaterMessages, later, bearer(token));
    expect(messages).toMatchObject([{ seq: 3, returned: 60 }]);
  });

  it('leaves a member’s limit of today as it is when a message of an earlier day comes back', async () => {
    const [anna, vera, wil] = [
      await aMember(server, 1000),
      await aPerformer(server),
      await aPerformer(server),
    ];
    await messenger.write(anna, vera, 'Hoi');
    server.clock.advance(48 * HOUR + 1);
    const later = await withNewLogin(anna);
    await callApp(server, setLimit, { period: 'day', credits: 100 }, bearer(later.token));
    expect(await returnUnanswered(server.deps)).toBe(1);
    await messenger.write(later, wil, 'Hoi');
    const { limits } = await callApp(server, readLimits, {}, bearer(later.token));
    expect(limits.map(({ period, spent }) => [period, spent])).toContainEqual(['day', 60]);
    await expect(messenger.write(later, vera, 'Ben je er?')).rejects.toThrow('badRequest.limit.reached');
  });

  it('gives nothing back without a configured time', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    await messenger.write(anna, vera, 'Hoi');
    server.clock.advance(100 * HOUR);
    const { config } = server.deps;
    const never = variantOf(server, { config: { ...config, messageReturnHours: 0 } });
    expect(await returnUnanswered(never.deps)).toBe(0);
    expect(await anna.credits()).toBe(940);
  });

  it('removes old messages for both sides and keeps the numbers', async () => {
    const [member, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const { message } = await messenger.write(member, vera, 'Hoi');
    server.clock.advance(29 * 24 * HOUR);
    const anna = await withNewLogin(member);
    await messenger.write(anna, vera, 'Dag');
    server.clock.advance(2 * 24 * HOUR);
    const later = await withNewLogin(anna);
    expect(await removeOldMessages(server.deps)).toBeGreaterThan(0);
    const { messages, nextPage } = await messenger.history(later, message.conversation);
    expect(messages.map(({ seq, content }) => [seq, content])).toEqual([[2, 'Dag']]);
    expect(nextPage).toBeNull();
    server.clock.advance(30 * 24 * HOUR);
    await removeOldMessages(server.deps);
    const last = await withNewLogin(anna);
    expect((await messenger.list(last)).total).toBe(0);
    // The books still have what was paid for them.
    const { all } = await callApp(server, readSpending, { period: 'all' }, bearer(last.token));
    expect(all.messages).toBe(120);
    expect((await messenger.write(last, vera, 'Weer')).message.seq).toBe(3);
  });
});
