import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { aMember, aPerformer, testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import type { Caller } from './caller.ts';
import { allowReset, forbidReset, isOpenedByReset } from './reset-sessions.ts';
import {
  endedAmong,
  endSessions,
  openSession,
  openSessionsOf,
  ownerOf,
  readSession,
  rotateSession,
  SESSION_SECONDS,
  type SessionOwner,
  sessionToken,
} from './sessions.ts';
import { sessions } from './tables.ts';
import { hashToken, renewToken } from './tokens.ts';

const test = startTestApp();

const end = (filter: Parameters<typeof endSessions>[1]) =>
  test.deps.db.transaction((tx) => endSessions({ ...test.deps, db: tx }, filter));

describe('a session token that was verified before', () => {
  it('identifies its session again', async () => {
    const anna = await aMember(test);
    const first = await readSession(test.deps, anna.token);
    expect(first).toMatchObject({ kind: 'member', memberId: anna.id });
    expect(await readSession(test.deps, anna.token)).toEqual(first);
  });

  it('is refused once its session has ended', async () => {
    const anna = await aMember(test);
    expect(await readSession(test.deps, anna.token)).not.toBeNull();
    await end({ memberId: anna.id });
    expect(await readSession(test.deps, anna.token)).toBeNull();
  });

  it('is refused with another secret', async () => {
    const anna = await aMember(test);
    expect(await readSession(test.deps, anna.token)).not.toBeNull();
    const config = { ...test.deps.config, secret: 'another secret that is long enough for it' };
    expect(await readSession({ ...test.deps, config }, anna.token)).toBeNull();
  });

  it('is refused from the second in which it expires', async () => {
    const anna = await aMember(test);
    expect(await readSession(test.deps, anna.token)).not.toBeNull();
    test.clock.advance(SESSION_SECONDS * 1000);
    expect(await readSession(test.deps, anna.token)).toBeNull();
  });
});

const MINUTE = 60_000;
const SECOND = 1000;
const ofMember = (memberId: number) => ({ kind: 'member', memberId }) as const;
const rowOf = async (id: string) =>
  (await test.deps.db.select().from(sessions).where(eq(sessions.id, id)))[0];
const idsOf = async (memberId: number) => (await openSessionsOf(test.deps, { memberId })).map(({ id }) => id);

describe('a session', () => {
  it('can belong to a performer', async () => {
    const vera = await aPerformer(test);
    expect(await readSession(test.deps, vera.token)).toMatchObject({
      kind: 'performer',
      performerId: vera.id,
    });
    expect(await ownerOf(test.deps, vera.token)).toEqual({ kind: 'performer', performerId: vera.id });
  });

  it('has an owner that its token identifies after it has ended, but a forged one does not', async () => {
    const anna = await aMember(test);
    await end({ memberId: anna.id });
    expect(await ownerOf(test.deps, anna.token)).toEqual(ofMember(anna.id));
    expect(await ownerOf(test.deps, 'forged')).toBeNull();
  });

  it('ends on time, even if a token was made later', async () => {
    const anna = await aMember(test);
    const opened = await openSession(test.deps, ofMember(anna.id));
    const session = { ...ofMember(anna.id), sessionId: opened.sessionId };
    test.clock.advance((SESSION_SECONDS - 1) * SECOND);
    const late = await sessionToken(test.deps, session);
    expect(await readSession(test.deps, late)).toEqual(session);
    test.clock.advance(SECOND);
    expect(await readSession(test.deps, late)).toBeNull();
  });

  it('has one valid token at a time, of its generation', async () => {
    const anna = await aMember(test);
    const { sessionId, token } = await openSession(test.deps, ofMember(anna.id));
    const isIt = eq(sessions.id, sessionId);
    await test.deps.db
      .update(sessions)
      .set({ generation: sql`${sessions.generation} + 1` })
      .where(isIt);
    const next = await sessionToken(test.deps, { ...ofMember(anna.id), sessionId });
    expect(await readSession(test.deps, token)).toBeNull();
    expect(await readSession(test.deps, next)).not.toBeNull();
  });

  it('keeps its token if the response cannot carry the next one', async () => {
    const anna = await aMember(test);
    const { sessionId, token } = await openSession(test.deps, ofMember(anna.id));
    const caller = { kind: 'member', memberId: anna.id, sessionId } as const;
    const renew = (session: 'cookie' | 'token' | undefined, isReturned: boolean) =>
      renewToken(
        test.deps.db,
        { ...caller, request: { ...testRequest, session } },
        { memberId: anna.id, isReturned },
      );
    await renew(undefined, true);
    await renew('token', false);
    expect(await readSession(test.deps, token)).not.toBeNull();
    await renew('token', true);
    expect(await readSession(test.deps, token)).toBeNull();
  });

  it('that does not exist has only invalid tokens', async () => {
    const session = { ...ofMember(1), sessionId: 'none' };
    expect(await readSession(test.deps, await sessionToken(test.deps, session))).toBeNull();
  });

  it('stores where it was opened, and its last use to within ten minutes', async () => {
    const anna = await aMember(test);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const location = { country: 'BE', region: null };
    const request = { ...testRequest, userAgent: agent, location };
    const { sessionId, token } = await openSession(test.deps, ofMember(anna.id), request);
    const opened = test.clock.now();
    expect(await rowOf(sessionId)).toMatchObject({ device: 'Firefox · Linux', country: 'BE' });
    test.clock.advance(10 * MINUTE - 1);
    await readSession(test.deps, token);
    expect((await rowOf(sessionId))?.lastSeenAt).toEqual(opened);
    test.clock.advance(1);
    await readSession(test.deps, token);
    expect((await rowOf(sessionId))?.lastSeenAt).toEqual(test.clock.now());
  });

  it('stores the country of its latest use, at once', async () => {
    const anna = await aMember(test);
    const from = (country: string | null) => ({ ...testRequest, location: { country, region: null } });
    const { sessionId, token } = await openSession(test.deps, ofMember(anna.id), from('NL'));
    const countries: unknown[] = [];
    for (const country of ['DE', null, 'NL']) {
      await readSession(test.deps, token, from(country));
      countries.push((await rowOf(sessionId))?.country);
    }
    expect(countries).toEqual(['DE', 'DE', 'NL']);
  });
});

describe('of several sessions', () => {
  const several = async () => {
    const anna = await aMember(test);
    await end({ memberId: anna.id });
    const opened: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      test.clock.advance(SECOND);
      opened.push((await openSession(test.deps, ofMember(anna.id))).sessionId);
    }
    return { id: anna.id, opened: opened as [string, string, string] };
  };
  const rotate = (caller: Caller, owner: SessionOwner) =>
    test.deps.db.transaction((tx) => rotateSession({ ...test.deps, db: tx }, caller, owner));

  it('lists the open ones, last used first', async () => {
    const { id, opened } = await several();
    expect(await idsOf(id)).toEqual(opened.toReversed());
    const [first, second, third] = opened;
    await end({ sessionId: second });
    expect(await idsOf(id)).toEqual([third, first]);
    test.clock.advance(11 * MINUTE);
    await readSession(test.deps, await sessionToken(test.deps, { ...ofMember(id), sessionId: first }));
    expect(await idsOf(id)).toEqual([first, third]);
    test.clock.advance(SESSION_SECONDS * SECOND);
    expect(await idsOf(id)).toEqual([]);
  });

  it('ends one, all but one, or all, and each of them once', async () => {
    const [{ id, opened }, other] = [await several(), await several()];
    const [first, second, third] = opened;
    expect(await end({ memberId: other.id, only: first })).toEqual([]);
    expect(await end({ memberId: id, only: first })).toEqual([first]);
    expect(await end({ memberId: id, except: second })).toEqual([third]);
    expect(await end({ memberId: id })).toEqual([second]);
    expect(await end({ memberId: id })).toEqual([]);
    expect(await idsOf(other.id)).toHaveLength(3);
  });

  it('ends those of a performer only', async () => {
    const [vera, mila] = [await aPerformer(test), await aPerformer(test)];
    expect(await end({ performerId: vera.id })).toHaveLength(1);
    expect(await readSession(test.deps, vera.token)).toBeNull();
    expect(await readSession(test.deps, mila.token)).not.toBeNull();
  });

  it('returns those that have ended or expired', async () => {
    const { opened } = await several();
    const [first, second, third] = opened;
    expect(await endedAmong(test.deps, [])).toEqual([]);
    expect(await endedAmong(test.deps, opened)).toEqual([]);
    await end({ sessionId: second });
    expect(await endedAmong(test.deps, opened)).toEqual([second]);
    expect(await endedAmong(test.deps, [first, third])).toEqual([]);
    test.clock.advance(SESSION_SECONDS * SECOND);
    expect((await endedAmong(test.deps, [first, third])).toSorted()).toEqual([first, third].toSorted());
  });

  it('a login ends the caller’s earlier session, of a member or a performer, and none of a guest', async () => {
    const { id, opened } = await several();
    const [first] = opened;
    const caller = { kind: 'member', memberId: id, sessionId: first, request: testRequest } as const;
    const next = await rotate(caller, ofMember(id));
    expect(next.ended).toEqual([first]);
    expect(await readSession(test.deps, next.token)).toMatchObject({ sessionId: next.sessionId });
    const vera = await aPerformer(test);
    const hers = await readSession(test.deps, vera.token);
    const studio = { ...vera.caller, sessionId: hers?.sessionId ?? '' };
    const owner = { kind: 'performer', performerId: vera.id } as const;
    expect((await rotate(studio, owner)).ended).toEqual([studio.sessionId]);
    const guest = { kind: 'guest', guestId: 'g', request: testRequest } as const;
    expect((await rotate(guest, ofMember(id))).ended).toEqual([]);
  });
});

describe('the link that replaces a password', () => {
  it('is valid for one session, with its own token, until it expires or is revoked', async () => {
    const anna = await aMember(test);
    const [one, other] = [
      await openSession(test.deps, ofMember(anna.id)),
      await openSession(test.deps, ofMember(anna.id)),
    ];
    const until = new Date(test.clock.now().getTime() + MINUTE);
    const allow = () => allowReset(test.deps.db, one.sessionId, { hash: hashToken('link'), until });
    const counts = (id = one.sessionId, token = 'link') => isOpenedByReset(test.deps, id, token);
    expect(await counts()).toBe(false);
    await allow();
    expect(await Promise.all([counts(), counts(one.sessionId, 'x'), counts(other.sessionId)])).toEqual([
      true,
      false,
      false,
    ]);
    await forbidReset(test.deps.db, one.sessionId);
    expect(await counts()).toBe(false);
    expect(await rowOf(one.sessionId)).toMatchObject({ resetHash: null, resetUntil: null });
    await allow();
    test.clock.advance(MINUTE - 1);
    expect(await counts()).toBe(true);
    test.clock.advance(1);
    expect(await counts()).toBe(false);
  });
});
