import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { ServedMedia } from '@vonk/media';
import { createEmbeddedMedia } from '@vonk/media/embedded';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatAction, readChatMessages } from '#contract/chat/action-calls.ts';
import { getChatJoinToken, joinChat } from '#contract/chat/session-calls.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { femke } from '#demo/cast/live/femke.ts';
import { STUDIO_PASSWORD } from '#demo/cast.ts';
import { bindings } from '#server/boot/routes.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { serveSockets } from '#server/realtime/serve-sockets.ts';
import { createPush, createSockets } from '#server/realtime/sockets.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { bearer, callApp, createTestApp, type TestApp, tokenFor } from '#server/testing/test-app.ts';
import { goLive, type OnAir } from './go-live.ts';

let media: ServedMedia;
let test: TestApp;
let server: Server;
let cacheDir: string;
let member: Record<string, string>;
let onAir: OnAir | undefined;

/** The product on a port, without the site. */
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'cast-'));
  media = createEmbeddedMedia({ secret: 'a secret of more than thirty-two letters' });
  test = await createTestApp({ change: () => ({ media, now: () => new Date() }) });
  const { app, deps, dispatch } = test;
  const root = new Hono().route('/media', media.routes()).all('/api/*', (c) => app.fetch(c.req.raw));
  server = serve({ fetch: root.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await new Promise((resolve) => server.once('listening', resolve));
  const io = createSockets(null);
  io.attach(server);
  deps.push = createPush(io);
  serveSockets({ io, deps, dispatch, bindings, log: pino({ level: 'silent' }) });
  await makePerformer(deps, { username: 'Femke', passwordHash: await hashPassword(STUDIO_PASSWORD) });
  const memberId = await makeMember(deps, { username: 'anna', credits: 500 });
  member = bearer(await tokenFor(deps, 'member', memberId));
});

afterEach(async () => {
  await onAir?.stop();
  onAir = undefined;
  await media.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await test.close();
  await rm(cacheDir, { recursive: true });
});

async function bringFemke(): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const signal = new AbortController().signal;
  onAir = await goLive(femke, {
    url,
    apiKey: test.deps.config.apiKey,
    cacheDir,
    signal,
    log: () => undefined,
    pace: { thinkMs: 20, letterMs: 0, patience: 4 },
    showPace: { answerMs: 20, breakMs: 20_000 },
  });
}

const statusOfFemke = async () => (await callApp(test, readProfile, { username: 'Femke' })).onlineStatus;

const until = <T>(read: () => Promise<T | undefined | false>) =>
  vi.waitUntil(read, { timeout: 25_000, interval: 50 });

async function joinFemke(): Promise<string> {
  const { token } = await callApp(test, getChatJoinToken, { performer: 'Femke' }, member);
  return (await callApp(test, joinChat, { 'x-chat': token }, member)).auth;
}

const hostLine = async (auth: string) => {
  const { messages } = await callApp(test, readChatMessages, { auth, after: 0 }, member);
  return messages.find(({ messageType }) => messageType === 'host');
};

describe('a performer of the live cast', { timeout: 60_000 }, () => {
  it('is live while she broadcasts, and offline when she stops', async () => {
    expect(await statusOfFemke()).toBe(onlineStatus.offline);
    await bringFemke();
    await until(async () => (await statusOfFemke()) === onlineStatus.free);
    expect(media.stats().publishers).toBe(1);
    await onAir?.stop();
    onAir = undefined;
    expect(await statusOfFemke()).toBe(onlineStatus.offline);
    expect(media.stats().publishers).toBe(0);
  });

  it('answers a member who greets her', async () => {
    await bringFemke();
    await until(async () => (await statusOfFemke()) === onlineStatus.free);
    const auth = await joinFemke();
    const data = { message: 'hoi Femke' };
    await callApp(test, chatAction, { action: 'message', auth, clientId: randomUUID(), data }, member);
    const line = await until(() => hostLine(auth));
    expect(line).toMatchObject({ sender: 'Femke', message: 'Hoi anna, gezellig dat je er bent!' });
  });

  it('accepts a VIP request within seconds', async () => {
    await bringFemke();
    await until(async () => (await statusOfFemke()) === onlineStatus.free);
    const auth = await joinFemke();
    await callApp(test, chatAction, { action: 'requestVip', auth }, member);
    await until(async () => (await statusOfFemke()) === onlineStatus.vip);
    await callApp(test, chatAction, { action: 'stopVip', auth }, member);
    expect(await statusOfFemke()).toBe(onlineStatus.paused);
  });

  it('thanks for a tip', async () => {
    await bringFemke();
    await until(async () => (await statusOfFemke()) === onlineStatus.free);
    const auth = await joinFemke();
    await callApp(
      test,
      chatAction,
      { action: 'tip', auth, clientId: randomUUID(), data: { amount: 250 } },
      member,
    );
    const line = await until(() => hostLine(auth));
    expect(line.message).toBe('Wat lief, anna! Dank je wel voor 250 credits.');
  });
});
