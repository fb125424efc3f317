import { once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AnyEndpoint, type InputOf, pathOf, pathParams } from '#contract/endpoint.ts';
import {
  activate,
  deleteMember,
  logIn,
  logInWithLink,
  logOut,
  readBasicInfo,
  register,
} from '#contract/member/account/account-calls.ts';
import { changeEmail, confirmEmail, undoEmail } from '#contract/member/settings/email-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/settings/password-calls.ts';
import { changeUsername, updateMember } from '#contract/member/settings/settings-calls.ts';
import { members } from '#server/member/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { callOver } from '#server/testing/test-server.ts';

const server = serveTestApp();
beforeEach(() => {
  server.mail.sent.length = 0;
});

const old = 'Plein-16';
const fresh = 'Gracht-17';
const change = { newPassword: fresh, repeatNewPassword: fresh };

/** A browser with the session's cookie. */
class Browser {
  token = '';

  async ask<Call extends AnyEndpoint>(call: Call, input: InputOf<Call>, token = this.token): Promise<number> {
    const fields = { ...(input as Record<string, unknown>) };
    const path = pathOf(call, fields);
    for (const name of pathParams(call)) delete fields[name];
    const response = await server.app.request(`http://localhost:4321${path}`, {
      method: call.method,
      headers: {
        'api-key': server.deps.config.apiKey,
        'content-type': 'application/json',
        origin: 'http://localhost:4321',
        cookie: `vonk_session=${token}`,
      },
      ...(call.method !== 'GET' && { body: JSON.stringify(fields) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, set] = /^vonk_session=([^;]*)/.exec(line) ?? [];
      if (set !== undefined) this.token = set;
    }
    return response.status;
  }

  /** Whether an earlier token is still valid; sent without the current cookie. */
  isGood = async (token: string): Promise<boolean> =>
    (await callApp(server, readBasicInfo, {}, bearer(token)).catch(() => null)) !== null;
}

async function mailedKey(): Promise<string> {
  await runDueWork(server.outbox);
  return (
    server.mail.sent.map(({ text }) => text.match(/(?:key|token)=([\w-]+)/)?.[1]).findLast(Boolean) ?? ''
  );
}

let people = 0;
/** A logged-in browser, another one of the same member, and the key of the activation mail. */
async function arrive() {
  people += 1;
  const email = `anna-${people}@example.com`;
  await callApp(server, register, { email, password: old });
  const key = await mailedKey();
  const [here, there] = [new Browser(), new Browser()];
  await here.ask(logIn, { username: email, password: old });
  await there.ask(logIn, { username: email, password: old });
  return { email, key, here, there, before: here.token };
}

/** State of the token that was sent, of the current one and of the other browser's. */
async function stateOf({ here, there, before }: Awaited<ReturnType<typeof arrive>>) {
  return {
    presented: await here.isGood(before),
    kept: await here.isGood(here.token),
    elsewhere: await there.isGood(there.token),
  };
}

describe('the token that was sent', () => {
  it('is replaced at a login', async () => {
    const visit = await arrive();
    expect(await visit.here.ask(logIn, { username: visit.email, password: old })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: true, elsewhere: true });
  });

  it('ends at a logout', async () => {
    const visit = await arrive();
    expect(await visit.here.ask(logOut, {})).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: false, elsewhere: true });
  });

  it('is replaced with a new password, and every other session ends', async () => {
    const visit = await arrive();
    expect(await visit.here.ask(changePassword, { password: old, ...change })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: true, elsewhere: false });
  });

  it('P4.16 is replaced by a reset link, and again by the password it sets', async () => {
    const visit = await arrive();
    await callApp(server, forgotPassword, { email: visit.email });
    const token = await mailedKey();
    expect(await visit.here.ask(logInWithLink, { token })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: true, elsewhere: true });
    const opened = visit.here.token;
    expect(await visit.here.ask(changePassword, { password: token, ...change })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: true, elsewhere: false });
    expect(await visit.here.isGood(opened)).toBe(false);
  });

  it('is replaced when the address is verified; another browser of the member keeps its own', async () => {
    const visit = await arrive();
    expect(await visit.here.ask(activate, { key: visit.key })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: true, elsewhere: true });
  });

  it('stays valid when the address is verified in a browser without a login', async () => {
    const visit = await arrive();
    expect(await new Browser().ask(activate, { key: visit.key })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: true, kept: true, elsewhere: true });
  });

  it('stays valid when another member’s address is verified', async () => {
    const [visit, other] = [await arrive(), await arrive()];
    expect(await visit.here.ask(activate, { key: other.key })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: true, kept: true, elsewhere: true });
    expect(await stateOf(other)).toEqual({ presented: true, kept: true, elsewhere: true });
  });

  it('is replaced with a new e-mail address, and ends with all others when that is undone', async () => {
    const visit = await arrive();
    await visit.here.ask(activate, { key: visit.key });
    const moved = `moved-${visit.email}`;
    await visit.here.ask(changeEmail, { email: moved, repeatEmail: moved, password: old });
    visit.before = visit.here.token;
    expect(await visit.here.ask(confirmEmail, { key: await mailedKey() })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: true, elsewhere: true });
    expect(await visit.here.ask(undoEmail, { key: await mailedKey() })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: false, elsewhere: false });
  });

  it('stays valid when the username changes, which changes no rights', async () => {
    const visit = await arrive();
    expect(await visit.here.ask(changeUsername, { username: `Anna_${people}` })).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: true, kept: true, elsewhere: true });
  });

  it('ends with all others when the account is to be deleted', async () => {
    const visit = await arrive();
    expect(await visit.here.ask(deleteMember, {})).toBe(200);
    expect(await stateOf(visit)).toEqual({ presented: false, kept: false, elsewhere: false });
  });

  it('stays valid if a change is refused', async () => {
    const visit = await arrive();
    expect(await visit.here.ask(changePassword, { password: 'Wrong-16', ...change })).toBe(400);
    expect(await visit.here.ask(activate, { key: 'made-up' })).toBe(400);
    expect(await stateOf(visit)).toEqual({ presented: true, kept: true, elsewhere: true });
  });
});

describe('a client that sends its token itself', () => {
  it('keeps it if the response cannot carry the next one', async () => {
    const visit = await arrive();
    await callApp(server, changePassword, { password: old, ...change }, bearer(visit.before));
    expect(await stateOf(visit)).toEqual({ presented: true, kept: true, elsewhere: false });
  });

  it('gets the next one in a response that can carry it', async () => {
    const visit = await arrive();
    const rows = await server.deps.db.select().from(members);
    const id = rows.find(({ email }) => email === visit.email)?.id ?? 0;
    const input = { memberId: id, data: { password: old, ...change } };
    const { token } = await callApp(server, updateMember, input, bearer(visit.before));
    expect(await visit.here.isGood(visit.before)).toBe(false);
    expect(await visit.here.isGood(token)).toBe(true);
  });
});

describe('a socket of the session', () => {
  it('continues when the token is renewed, and reconnects with the current cookie', async () => {
    const visit = await arrive();
    const open = (token: string) => server.connect({ cookie: `vonk_session=${token}`, origin: server.url });
    const info = { method: 'GET', url: '/api/member/basic-info' } as const;
    const socket = open(visit.before);
    await once(socket as unknown as NodeJS.EventEmitter, 'connect');
    await visit.here.ask(changePassword, { password: old, ...change });
    expect(await callOver(socket, info)).toMatchObject({ status: 200 });
    expect(socket.connected).toBe(true);
    for (const [token, status] of [
      [visit.before, 401],
      [visit.here.token, 200],
    ] as const) {
      const next = open(token);
      await once(next as unknown as NodeJS.EventEmitter, 'connect');
      expect(await callOver(next, info)).toMatchObject({ status });
    }
  });

  it('that came with a cookie leaves it valid, since it cannot replace it', async () => {
    const visit = await arrive();
    const socket = server.connect({ cookie: `vonk_session=${visit.before}`, origin: server.url });
    await once(socket as unknown as NodeJS.EventEmitter, 'connect');
    const data = { password: old, ...change };
    expect(await callOver(socket, { method: 'PUT', url: '/api/member/member', data })).toMatchObject({
      status: 200,
    });
    expect(await stateOf(visit)).toEqual({ presented: true, kept: true, elsewhere: false });
  });
});
