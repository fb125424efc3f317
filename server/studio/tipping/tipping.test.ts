import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTipMenu } from '#contract/chat/room/tip-menu-calls.ts';
import { type TipData, tipDataSchema } from '#contract/chat/tipping/tips.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { readTipping, saveGoals, saveTipMenu } from '#contract/studio/tipping-calls.ts';
import { setToy, stopToy } from '#contract/studio/toy-calls.ts';
import { chatMessages } from '#server/chat/room/tables.ts';
import { tips } from '#server/chat/tipping/tables.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { transfers } from '#server/ledger/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer, watch } from '#server/testing/viewer.ts';
import { beginVip } from '../vip/testing.ts';

describe.each(databaseKinds())('tip menus and goals on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let vera: TestPerformer;
  let chat: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat } = await aFreeChat(test, 50_000));
    test.pushes.length = 0;
  });

  const song = { name: 'A song', price: 200 };
  const poem = { name: 'A poem', price: 300 };
  const saveMenu = (items: (typeof song)[], list: 'menu' | 'vip' = 'menu') =>
    callApp(test, saveTipMenu, { list, items }, bearer(vera.token));
  const save = (goals: [string, number][], change: { carriesOver?: boolean; restart?: boolean } = {}) =>
    callApp(
      test,
      saveGoals,
      { carriesOver: false, ...change, goals: goals.map(([text, amount]) => ({ text, amount })) },
      bearer(vera.token),
    );
  const own = (token = vera.token) => callApp(test, readTipping, {}, bearer(token));
  const seen = (viewer = chat) => callApp(test, readTipMenu, { auth: viewer.auth() }, bearer(anna.token));
  const tip = (data: Partial<TipData>, clientId = test.deps.newId()) => {
    const usual = tipDataSchema.parse({ amount: 200 });
    const input = { action: 'tip', recipient: 'host', auth: chat.auth(), clientId } as const;
    return sendTip(test.deps, anna.caller, { ...input, data: { ...usual, ...data } });
  };
  const pushed = (name: string) => test.pushes.filter((push) => push.name === name);

  it('are read by their performer and by viewers, and are only hers', async () => {
    await saveMenu([song]);
    await save([['Cake', 500]]);
    const goal = { id: expect.any(String), text: 'Cake', amount: 500, collected: 0, place: 1, of: 1 };
    expect(await own()).toMatchObject({
      menu: [song],
      vipMenu: [],
      carriesOver: false,
      goal,
      goals: [{ id: expect.any(String), text: 'Cake', amount: 500, reached: false }],
    });
    expect(await seen()).toMatchObject({ items: [song], goal });
    expect((await join(test, anna.caller, vera)).joined.goal).toEqual(goal);
    expect((await callApp(test, readRoom, {}, bearer(vera.token))).goal).toEqual(goal);
    const mila = await aPerformer(test);
    expect(await own(mila.token)).toMatchObject({ menu: [], goals: [], goal: null });
  });

  it('a tip for an item names it in the chat', async () => {
    await saveMenu([song]);
    const {
      message: { own: _, ...message },
    } = await tip({ item: 'A song' });
    expect(message).toMatchObject({ messageType: 'tip', amount: 200, tipItem: 'A song' });
    expect(await test.deps.db.select().from(tips).where(eq(tips.performerId, vera.id))).toMatchObject([
      { item: 'A song' },
    ]);
    expect(pushed('chat-message')).toMatchObject([{ payload: { message } }]);
  });

  it('an item that is not on the menu at this price is refused, unpaid; a repeat is not', async () => {
    await saveMenu([song]);
    const clientId = test.deps.newId();
    const first = await tip({ item: 'A song' }, clientId);
    await saveMenu([{ ...song, price: 250 }]);
    expect(await tip({ item: 'A song' }).catch(labelOf)).toBe('badRequest.tip.item');
    expect(await tip({ item: 'A poem', amount: 250 }).catch(labelOf)).toBe('badRequest.tip.item');
    expect(await tip({ item: 'A song' }, clientId)).toEqual(first);
    expect(await tip({}, clientId).catch(labelOf)).toBe('badRequest.idempotency.conflict');
    expect(await anna.credits()).toBe(49_800);
    expect(await vera.credits()).toBe(200);
  });

  it('the VIP menu is for shows', async () => {
    await saveMenu([song]);
    await saveMenu([poem], 'vip');
    expect((await seen()).items).toEqual([song]);
    expect(await tip({ item: 'A poem', amount: 300 }).catch(labelOf)).toBe('badRequest.tip.item');
    await beginVip(test, chat, vera);
    expect((await seen()).items).toEqual([poem]);
    expect((await tip({ item: 'A poem', amount: 300 })).message).toMatchObject({ tipItem: 'A poem' });
  });

  it('a goal counts tips only, however the chat is paid, and equals the ledger', async () => {
    const sara = await aPerformer(test);
    vera = sara;
    await save([['Cake', 50_000]]);
    chat = await watch(test, anna.caller, sara);
    await chat.tip(100);
    await tip({ amount: 250 });
    const rows = await test.deps.db
      .select({ amount: transfers.amount })
      .from(tips)
      .innerJoin(transfers, eq(transfers.id, tips.transferId))
      .where(eq(tips.performerId, sara.id));
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(350);
    expect((await own()).goal).toMatchObject({ collected: 350 });
  });

  it('does not count a tip that is refused or repeated', async () => {
    await save([['Cake', 5000]]);
    const clientId = test.deps.newId();
    await tip({}, clientId);
    await tip({}, clientId);
    expect(await tip({ amount: 60_000 }).catch(labelOf)).toBe('badRequest.invalid.payment');
    expect((await own()).goal).toMatchObject({ collected: 200 });
  });

  it('takes off the goal what a toy did not play', async () => {
    await save([['Cake', 5000]]);
    await callApp(test, setToy, { active: true }, bearer(vera.token));
    await tip({ amount: 500 });
    expect((await own()).goal).toMatchObject({ collected: 500 });
    test.pushes.length = 0;
    await callApp(test, stopToy, {}, bearer(vera.token));
    expect((await own()).goal).toMatchObject({ collected: 0 });
    expect(pushed('room-goal')).toMatchObject([{ payload: { goal: { collected: 0 }, reached: [] } }]);
    expect(await vera.credits()).toBe(0);
  });

  it.each([
    { carriesOver: false, others: 300, left: 300 },
    { carriesOver: true, others: 300, left: 300 },
  ])(
    'leaves what others gave for the next goal (surplus counts: $carriesOver)',
    async ({ carriesOver, others, left }) => {
      await save(
        [
          ['Cake', 200],
          ['Song', 5000],
        ],
        { carriesOver },
      );
      await callApp(test, setToy, { active: true }, bearer(vera.token));
      await tip({ amount: 500 });
      const ben = await aMember(test, 5000);
      await (await join(test, ben.caller, vera)).tip(others);
      expect((await own()).goal).toMatchObject({ text: 'Song', collected: carriesOver ? 600 : 300 });
      await callApp(test, stopToy, {}, bearer(vera.token));
      expect((await own()).goal).toMatchObject({ text: 'Song', collected: left });
    },
  );

  it('keeps the credits of a goal whose text changes, and takes off it what a toy did not play', async () => {
    await save([['Cake', 5000]]);
    await callApp(test, setToy, { active: true }, bearer(vera.token));
    await tip({ amount: 500 });
    const { goals } = await own();
    const renamed = goals.map(({ id, amount }) => ({ id, text: 'A big cake', amount }));
    await callApp(test, saveGoals, { goals: renamed, carriesOver: false }, bearer(vera.token));
    expect((await own()).goal).toMatchObject({ id: goals[0]?.id, text: 'A big cake', collected: 500 });
    await callApp(test, stopToy, {}, bearer(vera.token));
    expect((await own()).goal).toMatchObject({ text: 'A big cake', collected: 0 });
  });

  it('keeps the credits of a goal behind a new one, and takes off it what a toy did not play', async () => {
    await save([['Cake', 5000]]);
    await tip({ amount: 300 });
    await callApp(test, setToy, { active: true }, bearer(vera.token));
    await tip({ amount: 500 });
    const [cake] = (await own()).goals.map(({ id, text, amount }) => ({ id, text, amount }));
    const song = { text: 'Song', amount: 1000 };
    const change = (goals: InputOf<typeof saveGoals>['goals']) =>
      callApp(test, saveGoals, { goals, carriesOver: false }, bearer(vera.token));
    await change([song, ...(cake ? [cake] : [])]);
    expect((await own()).goal).toMatchObject({ text: 'Song', collected: 0 });
    await callApp(test, stopToy, {}, bearer(vera.token));
    expect((await own()).goal).toMatchObject({ text: 'Song', collected: 0 });
    await change(cake ? [cake] : []);
    expect((await own()).goal).toMatchObject({ text: 'Cake', collected: 300 });
  });

  it('leaves a new goal with the text of the one that a returned tip was for', async () => {
    await save([['Cake', 5000]]);
    await callApp(test, setToy, { active: true }, bearer(vera.token));
    await tip({ amount: 500 });
    await save([]);
    await save([['Cake', 5000]]);
    const ben = await aMember(test, 5000);
    await (await join(test, ben.caller, vera)).tip(300);
    await callApp(test, stopToy, {}, bearer(vera.token));
    expect((await own()).goal).toMatchObject({ text: 'Cake', collected: 300 });
  });

  it('counts simultaneous tips once each, and is reached once', async () => {
    await save(
      [
        ['Cake', 1000],
        ['Song', 5000],
      ],
      { carriesOver: true },
    );
    test.pushes.length = 0;
    const ben = await aMember(test, 5000);
    const bens = await join(test, ben.caller, vera);
    await Promise.all([
      ...Array.from({ length: 4 }, () => tip({ amount: 200 })),
      bens.tip(300),
      bens.tip(100),
    ]);
    expect((await own()).goal).toMatchObject({ text: 'Song', collected: 200, place: 2 });
    const reached = pushed('room-goal').filter(({ payload }) =>
      JSON.stringify(payload).includes('[{"text":"Cake"}]'),
    );
    expect(reached).toMatchObject([{ to: `room:${vera.id}`, payload: { reached: [{ text: 'Cake' }] } }]);
  });

  it('changes of goals are pushed; the surplus is dropped unless it carries over', async () => {
    await save([
      ['Cake', 300],
      ['Song', 500],
    ]);
    await tip({ amount: 450 });
    await saveMenu([song]);
    expect(pushed('room-goal').map(({ payload }) => payload)).toMatchObject([
      { room: vera.id, goal: { text: 'Cake', collected: 0 }, reached: [] },
      { room: vera.id, goal: { text: 'Song', collected: 0, place: 2, of: 2 }, reached: [{ text: 'Cake' }] },
    ]);
    expect(pushed('room-menu')).toMatchObject([{ to: `room:${vera.id}`, payload: { room: vera.id } }]);
  });

  it('are shown with their translations: the menu, the goal, and the line of a tip', async () => {
    const texts = { nl: 'Een lied', de: 'Ein Lied' };
    const items = [{ ...song, texts }, poem];
    await callApp(test, saveTipMenu, { list: 'menu', items }, bearer(vera.token));
    const goals = [{ text: 'Cake', amount: 300, texts: { nl: 'Taart' } }];
    await callApp(test, saveGoals, { goals, carriesOver: false }, bearer(vera.token));
    expect(await seen()).toMatchObject({ items, goal: { text: 'Cake', texts: { nl: 'Taart' } } });
    chat = await join(test, anna.caller, vera);
    expect(chat.joined.goal).toMatchObject({ texts: { nl: 'Taart' } });
    // Tips name an item as she wrote it.
    expect(await tip({ item: 'Een lied' }).catch(labelOf)).toBe('badRequest.tip.item');
    expect((await tip({ item: 'A song' })).message).toMatchObject({ tipItem: 'A song', tipItemTexts: texts });
    expect((await tip({ item: 'A poem', amount: 300 })).message.tipItemTexts).toBeUndefined();
    expect(pushed('room-goal').at(-1)).toMatchObject({
      payload: { reached: [{ text: 'Cake', texts: { nl: 'Taart' } }] },
    });
    const lines = await test.deps.db
      .select({ texts: sql<string | null>`${chatMessages.tipItemTexts}::text` })
      .from(chatMessages)
      .where(eq(chatMessages.performerId, vera.id));
    expect(lines.map((line) => line.texts && JSON.parse(line.texts))).toEqual([texts, null]);
    expect(lines[1]?.texts).toBeNull();
  });

  it('begin again on request', async () => {
    const goals: [string, number][] = [
      ['Cake', 300],
      ['Song', 500],
    ];
    await save(goals);
    await tip({ amount: 300 });
    expect((await own()).goals.map(({ reached }) => reached)).toEqual([true, false]);
    await save(goals, { restart: true });
    expect(await own()).toMatchObject({ goal: { text: 'Cake', collected: 0 } });
  });

  it('are refused with the places of texts with links, contact details or forbidden words', async () => {
    const refused = await saveMenu([song, { name: 'Mail me: vera@example.com', price: 100 }]).catch(
      (error: unknown) => error,
    );
    expect(refused instanceof AppError && [refused.label, refused.fields]).toEqual([
      'badRequest.profile.words',
      ['1'],
    ]);
    const translated = [{ ...song, texts: { de: 'Ein Lied', nl: 'www.example.com' } }];
    await expect(
      callApp(test, saveTipMenu, { list: 'menu', items: translated }, bearer(vera.token)),
    ).rejects.toMatchObject({ label: 'badRequest.profile.words', fields: ['0.nl'] });
    expect(await save([['www.example.com', 500]]).catch(labelOf)).toBe('badRequest.profile.words');
    expect(await own()).toMatchObject({ menu: [], goals: [] });
  });

  it('are not replaced by a form that was opened before another change', async () => {
    await saveMenu([song]);
    const { versions } = await own();
    const from = (items: (typeof song)[], version: string) =>
      callApp(test, saveTipMenu, { list: 'menu', items, version }, bearer(vera.token)).catch(labelOf);
    expect(await from([song, poem], versions.menu)).toBe(true);
    expect(await from([poem], versions.menu)).toBe('badRequest.form.changed');
    // Sent twice, and after the stored list was read.
    expect(await from([song, poem], versions.menu)).toBe(true);
    expect(await from([poem], (await own()).versions.menu)).toBe(true);
    expect(await own()).toMatchObject({ menu: [poem], versions: { vip: versions.vip } });
  });

  it('the goals are compared without what tips change', async () => {
    await save([['Cake', 500]]);
    const { versions } = await own();
    await tip({ amount: 200 });
    const change = { goals: [{ text: 'Cake', amount: 900 }], version: versions.goals };
    const from = (carriesOver: boolean) =>
      callApp(test, saveGoals, { ...change, carriesOver }, bearer(vera.token)).catch(labelOf);
    expect(await from(false)).toBe(true);
    expect(await from(true)).toBe('badRequest.form.changed');
    expect(await own()).toMatchObject({ carriesOver: false, goal: { amount: 900, collected: 200 } });
  });

  it('are for performers, and off without the studio', async () => {
    const refused = (headers: Record<string, string>) =>
      callApp(test, saveTipMenu, { list: 'menu', items: [] }, headers).catch(labelOf);
    expect(await refused(bearer(anna.token))).toBe('badRequest.unauthorized');
    const off = variantOf(test, { brand: { ...test.deps.brand, hasFeature: () => false } });
    expect(await callApp(off, readTipping, {}, bearer(vera.token)).catch(labelOf)).toBe(
      'badRequest.notFound',
    );
  });
});
