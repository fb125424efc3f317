import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayOf, longDate } from '#contract/day.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import {
  appealStudioDecision,
  readStatements,
  readStudioStatements,
  seeStudioStatements,
  sendAppeal,
} from '#contract/safety/appeal-calls.ts';
import { APPEAL_DAYS, type DecisionState, decisionStates } from '#contract/safety/decisions.ts';
import { removePicture } from '#contract/studio/picture-calls.ts';
import { findViewer } from '#server/chat/room/sanctions/reads.ts';
import { isRoomShut } from '#server/chat/room/shut-room.ts';
import { sanctions } from '#server/chat/room/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { albumItems } from '#server/media/tables.ts';
import { members } from '#server/member/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { storeAccount } from '#server/performers/account/store-account.ts';
import { lastMessageOf, storeMessage } from '#server/performers/followers/follower-messages.ts';
import { performers } from '#server/performers/tables.ts';
import { decisionAddressees, decisions } from '#server/safety/decisions/tables.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import { aPicture, upload } from '#server/studio/pictures/testing.ts';
import { aMember, anOperator, aPerformer, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { refusePicture } from '../pictures/pictures.ts';
import { decide, type NewDecision } from './decide.ts';
import { explainDecision, judgeDecision, withdrawDecision } from './judge-decision.ts';
import { blockMember, unblockMember } from './take-measure.ts';
import { breach, FACTS } from './testing.ts';

const test = startTestApp({ withFolder: true });
let [mod, other, owner]: TestOperator[] = [];
const callerOf = (who: TestOperator | undefined) => who?.caller ?? operatorCaller('nobody');

beforeEach(async () => {
  mod = await anOperator(test, 'moderator');
  other = await anOperator(test, 'moderator');
  owner = await anOperator(test, 'owner');
  await mails();
});

const mails = async () => {
  while ((await runDueWork(test.outbox)) > 0);
  return test.mail.sent.splice(0);
};
const keyIn = (text = '') => /key=([\w-]+)/.exec(text)?.[1] ?? '';
const decided = (input: Omit<NewDecision, 'words'> & Partial<NewDecision>) =>
  decide(test.deps, callerOf(mod), { words: breach, ...input });
const stored = async (id: number) =>
  (await test.deps.db.select().from(decisions).where(eq(decisions.id, id)))[0];

/** Appeals as the person decided about, with the link of the mail. */
const appealAgainst = async () => {
  const key = keyIn((await mails()).at(-1)?.text);
  await callApp(test, sendAppeal, { key, text: 'This is not right.' });
};
const judge = (decision: number, outcome: 'upheld' | 'overruled', by = callerOf(other)) =>
  judgeDecision(test.deps, by, { decision, outcome, verdict: FACTS });

/** A decision about a performer with an address, moved to a state; returns its id and the link's key. */
async function decisionIn(state: DecisionState): Promise<{ id: number; key: string }> {
  const { id: performerId } = await addedPerformer(test, `Isa${test.deps.newId().slice(0, 8)}`);
  await mails();
  const about = { about: { performerId }, measure: 'cut-stream' } as const;
  const id = await decided({ ...about, words: state === 'unexplained' ? null : breach });
  const key = keyIn((await mails()).at(-1)?.text);
  if (state === 'withdrawn')
    await withdrawDecision(test.deps, callerOf(mod), { decision: id, verdict: FACTS });
  if (state === 'appealed' || state === 'upheld' || state === 'overruled')
    await callApp(test, sendAppeal, { key, text: 'This is not right.' });
  if (state === 'upheld' || state === 'overruled') await judge(id, state);
  expect((await stored(id))?.state).toBe(state);
  return { id, key };
}

const wrongState = 'badRequest.case.state';
const acts: Readonly<
  Record<
    string,
    readonly [
      (decision: { id: number; key: string }) => Promise<unknown>,
      Partial<Record<DecisionState, string>>,
    ]
  >
> = {
  'explained by a colleague': [
    ({ id }) => explainDecision(test.deps, callerOf(other), { decision: id, ...breach, reports: [] }),
    { unexplained: 'done' },
  ],
  'appealed by the person': [
    ({ key }) => callApp(test, sendAppeal, { key, text: 'This is not right.' }),
    {
      unexplained: 'badRequest.invalid.input',
      standing: 'done',
      appealed: 'badRequest.link.used',
      upheld: 'badRequest.link.used',
      overruled: 'badRequest.link.used',
      withdrawn: 'badRequest.link.used',
    },
  ],
  'judged by its author': [
    ({ id }) => judge(id, 'overruled', callerOf(mod)),
    { appealed: 'badRequest.case.ownDecision' },
  ],
  'upheld by a colleague': [({ id }) => judge(id, 'upheld'), { appealed: 'done' }],
  'overruled by a colleague': [({ id }) => judge(id, 'overruled'), { appealed: 'done' }],
  'overruled by an owner': [({ id }) => judge(id, 'overruled', callerOf(owner)), { appealed: 'done' }],
  'withdrawn by its author': [
    ({ id }) => withdrawDecision(test.deps, callerOf(mod), { decision: id, verdict: FACTS }),
    { unexplained: 'done', standing: 'done' },
  ],
  'withdrawn by an owner': [
    ({ id }) => withdrawDecision(test.deps, callerOf(owner), { decision: id, verdict: FACTS }),
    { unexplained: 'done', standing: 'done' },
  ],
};

describe.each(decisionStates)('a decision that is %s', (state) => {
  it.each(Object.entries(acts))('can be %s only where the table says so', async (_, [act, expected]) => {
    const answer = await act(await decisionIn(state)).then(() => 'done', labelOf);
    expect(answer).toBe(expected[state] ?? wrongState);
  });

  it('cannot be withdrawn by a colleague', async () => {
    const { id } = await decisionIn(state);
    const withdrawal = withdrawDecision(test.deps, callerOf(other), { decision: id, verdict: FACTS });
    expect(await withdrawal.catch(labelOf)).toBe('badRequest.forbidden');
  });
});

interface Measured {
  /** Takes the measure by a decision and returns its id. */
  take: () => Promise<number>;
  /** Whether it holds. */
  holds: () => Promise<boolean>;
  /** In the mail about the overruled decision. */
  undone: string;
}

const DAY = 24 * 3_600_000;
const measuredPerson = () => addedPerformer(test, `Isa${test.deps.newId().slice(0, 8)}`);
const performerRow = async (id: number) =>
  (await test.deps.db.select().from(performers).where(eq(performers.id, id)))[0];

const measured: Readonly<Record<string, () => Promise<Measured>>> = {
  async hide() {
    const { id } = await measuredPerson();
    const hidden = { about: { performerId: id }, measure: 'hide', places: ['DE', 'FR'] } as const;
    return {
      take: () => decided(hidden),
      holds: async () => (await performerRow(id))?.hiddenIn.join() === 'DE,FR',
      undone: 'shown in these places again',
    };
  },
  async 'cut-stream'() {
    const { id } = await measuredPerson();
    return {
      take: () => decided({ about: { performerId: id }, measure: 'cut-stream' }),
      holds: () => isRoomShut(test.deps, id),
      undone: 'go live again',
    };
  },
  async suspend() {
    const { id } = await measuredPerson();
    return {
      take: () => decided({ about: { performerId: id }, measure: 'suspend' }),
      holds: async () => (await performerRow(id))?.suspendedAt !== null,
      undone: 'Your access to the studio is restored',
    };
  },
  async 'refuse-picture'() {
    const { id, picture } = await aPicturedPerformer();
    return {
      take: () => decided({ about: { performerId: id }, measure: 'refuse-picture', objectId: picture }),
      holds: async () =>
        (await test.deps.db.select().from(albumItems).where(eq(albumItems.id, picture)))[0]?.state ===
        'refused',
      undone: 'shown again',
    };
  },
  async 'withdraw-message'() {
    const { id: performerId } = await measuredPerson();
    const sentAt = test.clock.now();
    const message = { performerId, clientId: test.deps.newId(), text: 'Tonight at eight', sentAt };
    await test.deps.db.transaction((tx) => storeMessage(tx, message, sentAt));
    return {
      take: () => decided({ about: { performerId }, measure: 'withdraw-message' }),
      holds: async () => (await lastMessageOf(test.deps.db, performerId))?.withdrawnAt !== null,
      undone: 'Your followers see your message again',
    };
  },
  async block() {
    const { id } = await aMember(test, 0, { email: `${test.deps.newId()}@example.com` });
    return {
      take: () => decided({ about: { memberId: id }, measure: 'block' }),
      holds: async () =>
        (await test.deps.db.select().from(members).where(eq(members.id, id)))[0]?.blockedAt !== null,
      undone: 'Je kunt weer inloggen',
    };
  },
  async 'cut-viewer'() {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
    const { session } = await join(test, anna.caller, vera);
    const viewer = await findViewer(test.deps, vera.id, { session });
    const endsAt = new Date(test.clock.now().getTime() + DAY);
    const cut = { about: { memberId: anna.id }, measure: 'cut-viewer', roomId: vera.id, endsAt } as const;
    return {
      take: () => decided({ ...cut, viewer, notice: 'rules' }),
      holds: async () =>
        (await test.deps.db.select().from(sanctions).where(eq(sanctions.memberId, anna.id)))[0]?.liftedAt ===
        null,
      undone: 'Je kunt de kamer weer in',
    };
  },
};

/** A performer with an address and a picture that visitors see. */
async function aPicturedPerformer() {
  const { id, token } = await aPerformer(test);
  const account = {
    performerId: id,
    email: `vera-${id}@example.com`,
    language: 'en',
    at: test.clock.now(),
  } as const;
  await test.deps.db.transaction((tx) => storeAccount(tx, account));
  const files = [{ content: await aPicture() }];
  const [picture = 0] = (await upload(test, token, { place: 'portrait', files })) as number[];
  await mails();
  return { id, picture, token };
}

describe('an overruled decision', () => {
  it.each(Object.entries(measured))('undoes its measure: %s', async (_, create) => {
    const { take, holds, undone } = await create();
    await mails();
    const id = await take();
    expect(await holds()).toBe(true);
    await appealAgainst();
    await judge(id, 'overruled');
    expect(await holds()).toBe(false);
    expect((await mails()).at(-1)?.text).toContain(undone);
    expect(await stored(id)).toMatchObject({ endedAt: test.clock.now() });
  });

  it('leaves a measure that another decision keeps, and says so', async () => {
    const { take, holds } = (await measured['hide']?.()) ?? { take: async () => 0, holds: async () => false };
    await mails();
    const first = await take();
    await appealAgainst();
    await take();
    await mails();
    await judge(first, 'overruled');
    expect(await holds()).toBe(true);
    expect((await mails()).at(-1)?.text).toContain('Another decision');
  });

  it('does nothing to a measure that was lifted before', async () => {
    const { id: memberId } = await aMember(test, 0, { email: `${test.deps.newId()}@example.com` });
    await blockMember(test.deps, callerOf(mod), { memberId, ...breach });
    await appealAgainst();
    await unblockMember(test.deps, callerOf(other), { memberId });
    const [one] = await test.deps.db
      .select({ id: decisions.id })
      .from(decisions)
      .innerJoin(decisionAddressees, eq(decisionAddressees.decisionId, decisions.id))
      .where(eq(decisionAddressees.memberId, memberId));
    await judge(one?.id ?? 0, 'overruled');
    expect((await stored(one?.id ?? 0))?.endedAt).not.toBeNull();
  });

  it('says that a picture that is gone cannot be shown again', async () => {
    const { id, picture, token } = await aPicturedPerformer();
    await refusePicture(test.deps, callerOf(mod), { picture, ground: 'rules-content' });
    await appealAgainst();
    await callApp(test, removePicture, { picture }, bearer(token));
    const [one] = await test.deps.db.select().from(decisions).where(eq(decisions.objectId, picture));
    await judge(one?.id ?? 0, 'overruled');
    expect((await mails()).at(-1)).toMatchObject({
      to: `vera-${id}@example.com`,
      text: expect.stringContaining('Another decision or a later change'),
    });
  });
});

describe('a decision is refused', () => {
  it.each<[string, Partial<NewDecision>]>([
    ['that says nothing of an urgent measure’s reports', { words: null, reports: ['AAAAA-AAAAA'] }],
    ['without words, unless it cannot wait', { measure: 'warn', words: null }],
    ['with a ground that says that nothing was broken', { words: { ground: 'no-breach', facts: FACTS } }],
    ['with an end in the past', { endsAt: new Date(0) }],
    ['with an end of a warning', { measure: 'warn', endsAt: new Date('2030-01-01') }],
    ['for nothing, without a report', { measure: 'none', words: { ground: 'no-breach', facts: FACTS } }],
    ['that hides nowhere', { measure: 'hide' }],
  ])('%s', async (_, input) => {
    const { id } = await aPerformer(test);
    const refused = decided({ about: { performerId: id }, measure: 'cut-stream', ...input });
    await expect(refused).rejects.toThrow('badRequest.invalid.input');
  });

  it('that judges a report of another case', async () => {
    const { id } = await aPerformer(test);
    const refused = decided({ about: { performerId: id }, measure: 'warn', reports: ['AAAAA-AAAAA'] });
    await expect(refused).rejects.toBeInstanceOf(AppError);
  });
});

describe('a statement', () => {
  it('names measure, length, source, ground, facts and redress in the reader’s language', async () => {
    const { id: memberId } = await aMember(test, 0, { email: `${test.deps.newId()}@example.com` });
    await mails();
    await decided({ about: { memberId }, measure: 'block', words: { ground: 'threats', facts: FACTS } });
    const [mail] = await mails();
    const day = longDate(dayOf(new Date(test.clock.now().getTime() + APPEAL_DAYS * DAY)), 'nl');
    for (const part of [
      'We hebben je account geblokkeerd',
      'Dit duurt tot we het ongedaan maken.',
      'We hebben dit uit onszelf besloten.',
      'De grond is de wet: bedreiging en belaging zijn strafbaar.',
      `De feiten: ${FACTS}`,
      'zonder geautomatiseerde middelen',
      `Je kunt één keer bezwaar maken, tot ${day}`,
      'support@vonk.example',
    ])
      expect(mail?.text).toContain(part);
  });

  it('waits for the next log-in of a performer without an address, who can appeal there', async () => {
    const vera = await aPerformer(test);
    await decided({ about: { performerId: vera.id }, measure: 'warn' });
    expect(await mails()).toEqual([]);
    const own = () => callApp(test, readStudioStatements, { lang: 'en' }, bearer(vera.token));
    const [statement] = (await own()).result;
    expect(statement).toMatchObject({
      isUnread: true,
      mayAppeal: true,
      statement: expect.arrayContaining(['We have given you a warning.']),
    });
    await callApp(test, seeStudioStatements, {}, bearer(vera.token));
    expect((await own()).result).toMatchObject([{ isUnread: false }]);
    const appeal = { statement: statement?.id ?? 0, text: 'I have broken no rule.' };
    const other = await aPerformer(test);
    const foreign = callApp(test, appealStudioDecision, appeal, bearer(other.token));
    await expect(foreign).rejects.toThrow('badRequest.notFound');
    await callApp(test, appealStudioDecision, appeal, bearer(vera.token));
    expect((await own()).result).toMatchObject([{ appeal: appeal.text, mayAppeal: false }]);
  });

  it('is shown to nobody else', async () => {
    const [anna, bram] = [await aMember(test), await aMember(test)];
    await decided({ about: { memberId: anna.id }, measure: 'warn' });
    expect((await callApp(test, readStatements, { lang: 'en' }, bearer(bram.token))).result).toEqual([]);
  });
});
