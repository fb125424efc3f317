import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { getChatJoinToken } from '#contract/chat/session-calls.ts';
import { type AnyEndpoint, pathOf, pathParams } from '#contract/endpoint.ts';
import { readBasicInfo } from '#contract/member/account/account-calls.ts';
import { listPasskeys } from '#contract/member/passkey-calls.ts';
import { listSessions } from '#contract/member/settings/security-calls.ts';
import { toQuery } from '#contract/query.ts';
import { listPurchases, receiptFile } from '#contract/wallet/receipts-calls.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { add as addPasskey, password, softwareAuthenticator } from '#server/member/passkeys/testing.ts';
import { members } from '#server/member/tables.ts';
import * as photos from '#server/messaging/photos/testing.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { callWith, openPhone, type TestPhone } from '#server/wallet/dial-in/testing.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { giveCredits } from '../make.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '../people.ts';
import { startTestApp } from '../start-test-app.ts';
import { bearer, callApp } from '../test-app.ts';
import { join } from '../viewer.ts';
import { nameOf, owned, type Row, unauthorized, type World } from './owned-calls.ts';

const test = startTestApp();
let a: TestMember;
let b: TestMember;
let vera: TestPerformer;
/** A guest who pays by a phone call. */
let phone: TestPhone;
let world: World;

beforeAll(async () => {
  [a, b, vera] = [await aMember(test, 1000), await aMember(test, 1000), await aPerformer(test)];
  const { payment, order } = await open(test, a);
  await payAndNotify(test, order);
  const [purchase] = (await callApp(test, listPurchases, {}, bearer(a.token))).result;
  const [login] = (await callApp(test, listSessions, {}, bearer(a.token))).result;
  phone = await openPhone(test);
  await callWith(test, phone);
  const viewer = await join(test, a.caller, vera);
  const other = await aPerformer(test);
  const { token } = await callApp(
    test,
    getChatJoinToken,
    { performer: other.username, type: 'chat' },
    bearer(a.token),
  );
  await test.deps.db
    .update(members)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(members.id, a.id));
  const { message } = await messengerOf(test).write(a, vera, 'Hoi');
  await giveCredits(test.deps, { kind: 'member', owner: a.id }, message.seq * 60);
  world = {
    payment,
    receipt: purchase?.receipt ?? '',
    session: viewer.session,
    login: login?.session ?? '',
    auth: viewer.auth(),
    joinToken: token,
    phone: (await openPhone(test)).session,
    memberId: a.id,
    performer: other.username,
    conversation: message.conversation,
    message: message.id,
    passkey: (await addPasskey(test, bearer(a.token), softwareAuthenticator())).passkey,
  };
});

/** The label of the error, else `unchanged`. */
async function ask(call: AnyEndpoint, input: Record<string, unknown>, headers: Record<string, string>) {
  const path = pathOf(call, input as never);
  const fields = { ...input };
  for (const name of pathParams(call)) delete fields[name];
  const all = {
    'api-key': test.deps.config.apiKey,
    'content-type': 'application/json',
    origin: test.deps.config.publicUrl,
    ...headers,
  };
  const answer =
    call.method === 'GET'
      ? await test.app.request(`${path}?${toQuery(fields)}`, { headers: all })
      : await test.app.request(path, { method: call.method, headers: all, body: JSON.stringify(fields) });
  const body = (await answer.json()) as { label?: string };
  return { status: answer.status, label: answer.status < 400 ? 'unchanged' : body.label };
}

it('accepts the owner where others are refused', async () => {
  for (const name of [
    'GET member /payment/{id}',
    'GET member /purchases/{receipt}',
    'GET chat /chat/receipt',
    'GET chat /chat/messages',
    'PUT chat /chat/keep-alive',
    'GET messaging /inbox/{conversationId}',
    'PUT messaging /inbox/message/delivered/{id}',
  ]) {
    const call = test.app.calls.find((one) => nameOf(one) === name) as AnyEndpoint;
    const row = owned[name] as Row;
    expect((await ask(call, row.input(world), bearer(a.token))).label, name).toBe('unchanged');
  }
});

describe.each(Object.entries(owned))('%s', (name, { input, other, guest }) => {
  const call = (): AnyEndpoint => test.app.calls.find((one) => nameOf(one) === name) as AnyEndpoint;

  it('refuses another member’s object, and every caller who is not a member', async () => {
    expect((await ask(call(), input(world), bearer(b.token))).label).toBe(other);
    const asGuest = await ask(call(), input(world), {});
    expect(asGuest.label).toBe(guest);
    if (guest === unauthorized) expect(asGuest.status).toBe(401);
    // Performers are refused in the same way; operators have commands instead of calls.
    const performer = name.includes(' studio ') ? [] : [bearer(vera.token)];
    for (const headers of [...performer, phone.headers]) {
      const answer = await ask(call(), input(world), headers);
      expect([other, guest, unauthorized, 'badRequest.forbidden']).toContain(answer.label);
    }
    // A has lost nothing: still logged in, with the same name and the credits of the purchase.
    expect(await callApp(test, readBasicInfo, {}, bearer(a.token))).toMatchObject({ credits: 1650 });
  });
});

it('keeps the passkey that others tried to rename and remove, with its own name', async () => {
  const { result } = await callApp(test, listPasskeys, {}, bearer(a.token));
  expect(result).toMatchObject([{ passkey: world.passkey, name: expect.not.stringContaining('Stolen') }]);
});

it('gives the file of a receipt to its buyer only', async () => {
  const file = (headers: Record<string, string>) =>
    test.app.request(`${receiptFile(world.receipt)}?api-key=${test.deps.config.apiKey}&lang=en`, { headers });
  expect((await file(bearer(b.token))).status).toBe(404);
  expect((await file({})).status).toBe(401);
  expect((await file(bearer(a.token))).status).toBe(200);
});

it('gives a photo to both sides of its conversation, each with their own URL', async () => {
  const { anna, vera: other, message, hers } = await photos.aSentPhoto(test);
  const status = async (who: TestMember | TestPerformer | null, of: typeof message) =>
    (await photos.open(test, who, photos.urlOf(of))).status;
  const strangers = [await status(b, message), await status(b, hers), await status(vera, hers)];
  expect(strangers).toEqual([404, 404, 404]);
  expect(await status(null, message)).toBe(401);
  expect(await status(null, hers)).toBe(401);
  expect(await status(anna, hers)).toBe(404);
  expect(await status(other, message)).toBe(404);
  expect(await status(anna, message)).toBe(200);
  expect(await status(other, hers)).toBe(200);
});
