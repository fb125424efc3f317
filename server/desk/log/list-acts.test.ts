import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ACTS_PER_PAGE, listActs } from '#contract/desk/log-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { members } from '#server/member/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, anOperator, aPerformer, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

describe.each(databaseKinds())('the log on $name', (database) => {
  const test = startTestApp({ on: database });
  const root = operatorCaller('root', 'Picture of a third person');

  it('says who did what, to whom and why, newest first', async () => {
    const [anna, vera, desk] = [
      await aMember(test),
      await aPerformer(test),
      await anOperator(test, 'support'),
    ];
    const list = async (input: InputOf<typeof listActs> = {}) => callApp(test, listActs, input, desk.headers);
    const at = test.clock.now();
    const subject = `performer:${vera.id}`;
    await recordAct(test.deps.db, anna.caller, { act: 'member.logged-in', subject: 'session:1', at });
    const details = { decision: 1, ground: 'consent', until: null } as const;
    await recordAct(test.deps.db, root, { act: 'stream.cut', subject, details, at });
    const { acts, people } = await list({ actor: 'root' });
    expect(acts).toMatchObject([
      {
        act: 'stream.cut',
        actor: 'operator:root',
        subject,
        member: null,
        reason: 'Picture of a third person',
      },
    ]);
    expect(people).toEqual({ [subject]: vera.username });
    const named = async (input: InputOf<typeof listActs>) => (await list(input)).acts.map(({ act }) => act);
    expect(await named({ subject })).toEqual(['stream.cut']);
    expect(await named({ subject: `member:${anna.id}` })).toEqual(['member.logged-in']);
    expect(await named({ actor: `member:${anna.id}`, day: '2026-11-20' })).toEqual(['member.logged-in']);
    expect(await named({ actor: `member:${anna.id}`, day: '2026-11-19' })).toEqual([]);
    expect(await named({ act: 'Stream.cut', subject })).toEqual(['stream.cut']);
    expect(await named({ act: 'stream', subject })).toEqual(['stream.cut']);
    expect(await named({ act: 'viewer.cut', subject })).toEqual([]);
    expect(await named({ act: 'strea', subject })).toEqual([]);
    expect((await list()).names).toEqual(expect.arrayContaining(['payment.refunded', 'stream.cut']));
    expect(await named({ actor: 'nobody' })).toEqual([]);
  });

  it('finds what a person did and what was done to them, by name', async () => {
    const [anna, vera, desk] = [
      await aMember(test),
      await aPerformer(test),
      await anOperator(test, 'support'),
    ];
    const { db } = test.deps;
    const at = test.clock.now();
    const written = { act: 'member.unblocked', at } as const;
    await recordAct(db, root, { ...written, memberId: anna.id });
    await recordAct(db, anna.caller, { act: 'member.logged-out', at });
    await recordAct(db, root, { act: 'performer.approved', subject: `performer:${vera.id}`, at });
    const named = async (person: string) =>
      (await callApp(test, listActs, { person }, desk.headers)).acts.map(({ act }) => act);
    const [member] = await db.select().from(members).where(eq(members.id, anna.id));
    expect(await named(member?.username ?? '')).toEqual(['member.logged-out', 'member.unblocked']);
    expect(await named(vera.username)).toEqual(['performer.approved']);
    expect(await named('root')).toEqual(expect.arrayContaining(['performer.approved', 'member.unblocked']));
    expect(await named('nobody has this name')).toEqual([]);
  });

  it('shows details to everyone, and networks of colleagues to owners', async () => {
    const [owner, support] = [await anOperator(test, 'owner'), await anOperator(test, 'support')];
    const details = { credits: 25 };
    await recordAct(test.deps.db, support.caller, { act: 'member.credited', details, at: test.clock.now() });
    const last = async ({ headers }: TestOperator) =>
      (await callApp(test, listActs, { act: 'member.credited' }, headers)).acts[0];
    expect(await last(owner)).toMatchObject({ details, network: '127.0.0.0/24' });
    expect(await last(support)).toMatchObject({ details, network: null, browser: null });
  });

  it('comes in pages', async () => {
    const desk = await anOperator(test, 'moderator');
    for (let number = 0; number <= ACTS_PER_PAGE; number += 1)
      await recordAct(test.deps.db, operatorCaller('many'), { act: 'stream.allowed', at: test.clock.now() });
    const first = await callApp(test, listActs, { actor: 'many' }, desk.headers);
    expect(first.acts.length).toEqual(ACTS_PER_PAGE);
    expect(first.more).toBe(true);
    const before = first.acts.at(-1)?.id;
    const rest = await callApp(test, listActs, { actor: 'many', before }, desk.headers);
    expect(rest.acts.length).toBe(1);
    expect(rest.more).toBe(false);
  });
});
