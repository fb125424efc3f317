import { z } from 'zod';
import type { OperatorRole } from '#contract/desk/roles.ts';
import type { AnyEndpoint, InputOf } from '#contract/endpoint.ts';
import { DELETION_DAYS, deleteMember } from '#contract/member/account/account-calls.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import type {
  CallerRequest,
  DeskCaller,
  GuestCaller,
  MemberCaller,
  PerformerCaller,
} from '#server/identity/caller.ts';
import { identityCookies } from '#server/identity/client.ts';
import { noteFactor } from '#server/identity/factor/factors.ts';

import { openSession } from '#server/identity/sessions.ts';
import { operators } from '#server/identity/tables.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { sweepErasures } from '#server/member/deletion/sweep-erasures.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { makeMember, makePerformer } from './make.ts';
import { callApp, type TestApp, tokenFor } from './test-app.ts';

/** The request of a test's caller. */
export const testRequest: CallerRequest = { id: 'test', clientIp: '127.0.0.1', location: unknownLocation };

export interface TestMember {
  id: number;
  caller: MemberCaller;
  /** A session token, as returned by a login. */
  token: string;
  credits(): Promise<number>;
}

export interface TestPerformer {
  id: number;
  username: string;
  caller: PerformerCaller;
  token: string;
  /** Earned credits. */
  credits(): Promise<number>;
}

/** A logged-in member with credits to spend. */
export async function aMember(
  { deps }: Pick<TestApp, 'deps'>,
  credits = 0,
  fields: Parameters<typeof makeMember>[1] = {},
): Promise<TestMember> {
  const id = await makeMember(deps, { ...fields, credits });
  return {
    id,
    caller: { kind: 'member', memberId: id, sessionId: 'test', request: testRequest },
    token: await tokenFor(deps, 'member', id),
    credits: () => balanceOf(deps.db, { kind: 'member', owner: id }),
  };
}

/** A logged-in performer; unless offline, she is also broadcasting. */
export async function aPerformer(
  { deps, media }: Pick<TestApp, 'deps' | 'media'>,
  status: OnlineStatus = onlineStatus.online,
): Promise<TestPerformer> {
  const id = await makePerformer(deps, { onlineStatus: status });
  if (status !== onlineStatus.offline) media.publish(streamRoom(id));
  return {
    id,
    username: (await performersFor(deps, inHouse).byId(id))?.username ?? '',
    caller: { kind: 'performer', performerId: id, sessionId: 'test', request: testRequest },
    token: await tokenFor(deps, 'performer', id),
    credits: () => balanceOf(deps.db, { kind: 'performer', owner: id }),
  };
}

export interface TestOperator {
  id: number;
  name: string;
  caller: DeskCaller;
  token: string;
  /** Secret of that browser. */
  device: string;
  /** Headers of the browser that is logged in. */
  headers: Record<string, string>;
}

/** Headers of a page of the desk: those of the browser that logged in. */
export function deskHeaders(
  { deps }: Pick<TestApp, 'deps'>,
  { token, device }: { token: string; device: string },
): Record<string, string> {
  const names = identityCookies(deps.config);
  const cookie = `${names.desk}=${token}; ${names.deskDevice}=${device}`;
  return { cookie, 'sec-fetch-site': 'same-origin' };
}

/** Makes a call that logs an operator in, and returns the headers of its browser from then on. */
export async function logInAtDesk<Call extends AnyEndpoint>(
  test: Pick<TestApp, 'app' | 'deps'>,
  call: Call,
  input: InputOf<Call>,
): Promise<{ token: string; headers: Record<string, string> }> {
  const cookies: string[] = [];
  const { token } = z.object({ token: z.string() }).parse(
    await callApp(test, call, input, {}, (response) => {
      cookies.push(...response.headers.getSetCookie());
    }),
  );
  const start = `${identityCookies(test.deps.config).deskDevice}=`;
  const own = cookies.find((cookie) => cookie.startsWith(start))?.split(';', 1)[0] ?? '';
  return { token, headers: deskHeaders(test, { token, device: own.slice(start.length) }) };
}

/** As if the operator had just given a code: acts of value need one from the last minutes. */
export const confirmAt = ({ deps }: Pick<TestApp, 'deps'>, sessionId: string): Promise<void> =>
  noteFactor(deps.db, { sessionId, at: deps.now() });

/** An operator who is logged in at the desk. */
export async function anOperator(
  test: Pick<TestApp, 'deps'>,
  role: OperatorRole = 'owner',
): Promise<TestOperator> {
  const { db, newId, now } = test.deps;
  const name = `${role}-${newId()}`;
  const values = { name, email: `${name}@example.com`, role, createdAt: now() };
  const [row] = await db.insert(operators).values(values).returning({ id: operators.id });
  if (!row) throw new Error('No operator was inserted');
  const { id } = row;
  const opened = await openSession(test.deps, { kind: 'operator', operatorId: id });
  const { sessionId, token, device } = opened;
  await confirmAt(test, sessionId);
  const login = { operatorId: id, sessionId };
  return {
    id,
    name,
    token,
    device,
    headers: deskHeaders(test, opened),
    caller: { kind: 'operator', name, role, login, reason: null, request: testRequest },
  };
}

export const aGuest = ({ deps }: Pick<TestApp, 'deps'>): GuestCaller => ({
  kind: 'guest',
  request: testRequest,
  guestId: deps.newId(),
});

/** Requests the deletion of the caller's account and advances the clock until it is erased. */
export async function eraseAccount(server: TestApp, headers: Record<string, string>): Promise<void> {
  await callApp(server, deleteMember, {}, headers);
  server.clock.advance(DELETION_DAYS * 24 * 3_600_000);
  await sweepErasures(server.deps);
}
