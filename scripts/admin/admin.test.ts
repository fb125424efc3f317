import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { logIn } from '#contract/member/account-calls.ts';
import { reportConversation } from '#contract/messaging/inbox-calls.ts';
import { readCredits } from '#contract/wallet/spending-calls.ts';
import { openStore } from '#server/db/open-store.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { findPerformer } from '#server/performers/profile/reads.ts';
import { rotateKey } from '#server/performers/whip-key/change-key.ts';
import { openKey } from '#server/performers/whip-key/reads.ts';
import { createPostgres, type SuiteDatabase } from '#server/testing/databases.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { fillFolder } from '#server/testing/open-test-db.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp, tokenFor } from '#server/testing/test-app.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { runLine } from './run-line.ts';

// Some commands are processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const server = process.env['TEST_DATABASE_URL'] ?? process.env['SUITE_DATABASE'];

interface Place {
  url: string;
  environment: Record<string, string>;
  drop(): Promise<void>;
}

async function inFolder(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-admin-'));
  await fillFolder(join(folder, 'db'));
  const drop = () => rm(folder, { recursive: true });
  return { url: join(folder, 'db'), environment: { DATA_DIR: folder }, drop };
}

async function onServer(address: string): Promise<Place> {
  const { url, drop }: SuiteDatabase = await createPostgres(address);
  return { url, environment: { DATABASE_URL: url }, drop };
}

const places = server
  ? [{ name: 'PostgreSQL beside a running product', create: () => onServer(server), runs: true }]
  : [{ name: 'the data folder of a stopped product', create: inFolder, runs: false }];

it('needs the data folder for itself', async () => {
  const place = await inFolder();
  const dataDir = place.environment['DATA_DIR'] ?? '';
  const held = await openStore({ dataDir, databaseUrl: place.url, ownsFolder: true });
  const whileHeld = await runProcess(place, ['ledger', 'check']);
  await held.close();
  expect(whileHeld).toMatchObject({ code: 75, told: expect.stringContaining('is in use by process') });
  expect((await runProcess(place, ['ledger', 'check'])).code).toBe(0);
  await place.drop();
});

interface Ended {
  code: unknown;
  out: string;
  told: string;
}

const environmentOf = ({ environment }: Place): NodeJS.ProcessEnv => {
  const { MODE, DATABASE_URL, ...rest } = process.env;
  return { ...rest, ...environment };
};

async function run(place: Place, args: readonly string[]): Promise<Ended> {
  const out: string[] = [];
  const told: string[] = [];
  const code = await runLine(args, environmentOf(place), {
    out: (line) => out.push(`${line}\n`),
    error: (line) => told.push(`${line}\n`),
  });
  return { code, out: out.join(''), told: told.join('') };
}

/** As `npm run admin` does, in a process of its own. */
function runProcess(place: Place, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = environmentOf(place);
    execFile(process.execPath, ['scripts/admin.ts', ...args], { env }, (error, out, told) =>
      resolve({ code: error?.code ?? 0, out, told }),
    );
  });
}

describe.each(places)('npm run admin on $name', ({ create, runs }) => {
  let place: Place;
  let test: TestApp | null = null;
  let anna: { id: number; token: string };
  let paid: { payment: string; order: string };

  /** What the command needs stopped is stopped; what may run goes on. */
  async function admin(...args: string[]): Promise<Ended> {
    if (!runs) await stop();
    return run(place, args);
  }
  async function product(): Promise<TestApp> {
    test ??= await createTestApp({ database: place.url });
    return test;
  }
  async function stop(): Promise<void> {
    await test?.close();
    test = null;
  }

  beforeAll(async () => {
    place = await create();
    const { deps, ...app } = await product();
    const passwordHash = await hashPassword('Plein-1616');
    const id = await makeMember(deps, { email: 'anna@example.com', username: 'anna', passwordHash });
    anna = { id, token: await tokenFor(deps, 'member', id) };
    const vera = await makePerformer(deps, { username: 'Vera' });
    paid = await open({ deps, ...app }, anna);
    await payAndNotify({ deps, ...app }, paid.order);
    await deps.db.transaction((tx) =>
      transfer(tx, {
        key: 'tip:1',
        kind: 'tip',
        from: { kind: 'member', owner: id },
        to: { kind: 'performer', owner: vera },
        amount: 400,
        reference: 'session:x',
        at: deps.now(),
      }),
    );
  });
  afterAll(async () => {
    await stop();
    await place.drop();
  });

  it('checks the books', async () => {
    const { code, out } = await admin('ledger', 'check', '--keys');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ faults: [], total: 0, negative: 0, transfers: 2 });
    expect(JSON.parse(out).keys).toContain('tip:1');
  });

  it('tells what performers earned in a month', async () => {
    const { out } = await admin('performers', 'statement', '--period', '2026-11', '--rate', '50', '--csv');
    const [heads, row, ...rest] = out.trim().split('\n');
    expect(heads).toBe(
      'performer,name,opening,tip,minute,minute-return,toy-return,dial-in,message,message-return,other,earned,closing,owed',
    );
    expect(row).toMatch(/^\d+,Vera,0,400,0,0,0,0,0,0,0,400,400,2\.00$/);
    expect(rest).toEqual([]);
    const before = await admin('performers', 'statement', '--period', '2026-10');
    expect(before.out.trim().split('\n')).toHaveLength(1);
  });

  it('ends a performer’s logins, and her encoder’s key when it is told to', async () => {
    const said = async (...more: string[]) =>
      (await admin('performers', 'log-out', 'Vera', '--reason', 'lost laptop', '--by', 'els', ...more)).out;
    expect(await said()).toContain('She has no WHIP key.');
    const { deps } = await product();
    const vera = await findPerformer(deps, 'Vera');
    const performerId = vera?.id ?? 0;
    const key = async () => openKey((await product()).deps.db, performerId);
    await deps.db.transaction((tx) => rotateKey(tx, operatorCaller('els'), { performerId, at: deps.now() }));
    expect(await said()).toContain('Her WHIP key still works, and an encoder goes on with it: --revoke-key');
    expect((await key())?.generation).toBe(1);
    expect(await said('--revoke-key')).toContain('Her WHIP key is void');
    expect(await key()).toBeNull();
  });

  it('gives money back, and leaves what was spent as a debt', async () => {
    const { code, out } = await admin('payments', 'refund', paid.payment, '--reason', 'asked', '--by', 'els');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^9\.95 of .* goes back; 250 credits left .* 400 credits were spent: they are owed/,
      ),
    ]);
    const shown = (await admin('payments', 'show', paid.payment)).out;
    expect(shown).toMatch(/refund +9\.95 +250 +400 +400 +not yet/);
    expect(shown).toMatch(/payment\.refunded +operator:els +asked/);
    expect((await admin('payments', 'list', '--member', 'anna')).out).toMatch(
      /success +9\.95 +9\.95 +sandbox/,
    );
  });

  it('refuses what cannot be, says why, and writes nothing', async () => {
    const again = await admin('payments', 'refund', paid.payment, '--reason', 'once more');
    expect(again).toMatchObject({ code: 1, told: expect.stringContaining('badRequest.invalid.payment') });
    expect((await admin('member', 'credit', 'anna', '0', '--reason', 'x')).code).toBe(2);
    expect((await admin('member', 'show', 'nobody')).code).toBe(1);
  });

  it('gives credits, of which the debt is paid first', async () => {
    const { out } = await admin('member', 'credit', 'anna', '500', '--reason', 'sorry');
    expect(out).toContain('400 of them paid what was owed. The balance is 100.');
    const shown = (await admin('member', 'show', 'anna@example.com')).out;
    expect(shown).toMatch(/credits +100\nowed +0/);
    expect(shown).toMatch(/member\.credited +operator:\S+ +sorry/);
  });

  it('keeps a blocked member out, and lets the member in again', async () => {
    expect((await admin('member', 'block', String(anna.id), '--reason', 'fraud')).out).toContain(
      '1 sessions ended',
    );
    const app = await product();
    await expect(callApp(app, readCredits, {}, bearer(anna.token))).rejects.toThrow(
      'badRequest.unauthorized',
    );
    const enter = () => callApp(app, logIn, { username: 'anna@example.com', password: 'Plein-1616' });
    await expect(enter()).rejects.toThrow('badRequest.login.blocked');
    await admin('member', 'unblock', 'anna', '--reason', 'a mistake');
    const { token } = await callApp(await product(), logIn, {
      username: 'anna@example.com',
      password: 'Plein-1616',
    });
    expect(await callApp(await product(), readCredits, {}, bearer(token))).toEqual({ credits: 100 });
  });

  it('writes every movement for an accountant', async () => {
    const lines = (await admin('books', 'export', '--vat', '21')).out.trim().split('\n');
    const rows = lines.slice(1).map((line) => line.split(',').slice(2).join());
    const member = `member:${anna.id}`;
    expect(lines[0]).toBe('date,transfer,kind,reference,debit,credit,credits,euro,vat,currency');
    expect(rows).toEqual([
      `purchase,payment:${paid.payment},house:sales,${member},650,9.95,1.73,EUR`,
      expect.stringMatching(/^tip,session:x,member:\d+,performer:\d+,400,,,$/),
      `refund,payment:${paid.payment},${member},house:sales,250,-9.95,-1.73,EUR`,
      expect.stringMatching(/^goodwill,goodwill:.*,house:goodwill,member:\d+,500,,,$/),
      expect.stringMatching(/^debt,debt:\d+,member:\d+,house:sales,400,,,$/),
    ]);
    expect((await admin('books', 'export', '--from', '2030-01-01')).out.trim().split('\n')).toHaveLength(1);
  });

  it('takes the VAT within a sale, and within what goes back of it, from the setting for the day of the sale', async () => {
    const environment = { ...place.environment, VAT: '9,2026-11-21:25' };
    const { out } = await run({ ...place, environment }, ['books', 'export']);
    const money = out.split('\n').flatMap((line) => /,(-?\d+\.\d\d,-?\d+\.\d\d),EUR/.exec(line)?.[1] ?? []);
    expect(money).toEqual(['9.95,0.82', '-9.95,-0.82']);
  });

  it('lists what was reported of a conversation, until it is said what became of it', async () => {
    const app = await product();
    const [wil, vera] = [await aMember(app, 1000), await aPerformer(app)];
    const { message } = await messengerOf(app).write(wil, vera, 'Hoi');
    const { number } = await callApp(
      app,
      reportConversation,
      { conversationId: message.conversation, reason: 'fraud', key: app.deps.newId() },
      bearer(wil.token),
    );
    const listed = async () => (await admin('reports', 'list')).out;
    expect(JSON.parse(await listed())).toMatchObject([
      { performer: vera.username, reports: [{ number, messages: [{ from: 'member', message: 'Hoi' }] }] },
    ]);
    const decide = (step: string) =>
      admin('reports', 'decide', vera.username, '--as', step, '--reason', 'read');
    expect(await decide('upheld')).toMatchObject({ code: 1, told: expect.stringContaining('received') });
    expect((await decide('nonsense')).code).toBe(2);
    expect(await decide('no-action')).toMatchObject({ code: 0, out: expect.stringContaining('no-action') });
    expect(JSON.parse(await listed())).toEqual([]);
  });

  it('leaves the refund to the product, which sends it when it runs, and right books', async () => {
    const app = await product();
    app.payments.orders.set(paid.order, {
      reference: paid.payment,
      cents: 995,
      currency: 'EUR',
    } as never);
    app.payments.pay(paid.order);
    app.clock.advance(365 * 24 * 3600_000);
    await runDueWork(app.outbox);
    expect(await app.payments.gateway.status(paid.order)).toMatchObject({ returned: { cents: 995 } });
    expect((await admin('payments', 'show', paid.payment)).out).not.toContain('not yet');
    expect((await admin('ledger', 'check')).code).toBe(0);
  });
});
