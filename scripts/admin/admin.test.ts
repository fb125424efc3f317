import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { logIn } from '#contract/member/account/account-calls.ts';
import { reportConversation } from '#contract/messaging/inbox-calls.ts';
import { reportStudioConversation } from '#contract/studio/numbers/report-calls.ts';
import { readCredits } from '#contract/wallet/purchase-calls.ts';
import { openStore } from '#server/db/opening/open.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { openKey, rotateKey } from '#server/performers/whip-key/keys.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { createPostgres, type SuiteDatabase } from '#server/testing/databases.ts';
import { giveCredits, makeMember, makePerformer } from '#server/testing/make.ts';
import { fillFolder } from '#server/testing/open-test-db.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp, tokenFor } from '#server/testing/test-app.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { brand } from '../../src/content/brand/index.ts';
import { runLine } from './run-line.ts';

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

it('refuses a data folder that is in use', async () => {
  const place = await inFolder();
  const dataDir = place.environment['DATA_DIR'] ?? '';
  const store = await openStore({ dataDir, databaseUrl: place.url, ownsFolder: true });
  const whileOpen = await run(place, ['ledger', 'check']);
  await store.close();
  expect(whileOpen).toMatchObject({ code: 75, err: expect.stringContaining('is in use by process') });
  expect((await run(place, ['ledger', 'check'])).code).toBe(0);
  await place.drop();
});

interface Ended {
  code: unknown;
  out: string;
  err: string;
}

const environmentOf = ({ environment }: Place): NodeJS.ProcessEnv => {
  const { MODE, DATABASE_URL, ...rest } = process.env;
  return { ...rest, ...environment };
};

async function run(place: Place, args: readonly string[], features = brand.features): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runLine(
    args,
    environmentOf(place),
    {
      out: (line) => out.push(`${line}\n`),
      error: (line) => err.push(`${line}\n`),
    },
    features,
  );
  return { code, out: out.join(''), err: err.join('') };
}

describe.each(places)('npm run admin on $name', ({ create, runs }) => {
  let place: Place;
  let test: TestApp | null = null;
  let anna: { id: number; token: string };
  let paid: { payment: string; order: string };

  /** Stops the product first if the command requires it. */
  const why = ['--reason', 'monthly', '--by', 'els'] as const;
  const payments = () => admin('payments', 'list', '--find', paid.payment);
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

  it('seals records again only with the secret before', async () => {
    const line = ['secret', 'reseal', '--reason', 'yearly change'];
    expect(await admin(...line)).toMatchObject({
      code: 1,
      err: expect.stringContaining('SECRET_BEFORE must'),
    });
    vi.stubEnv('SECRET_BEFORE', 'the secret of last year');
    const { code, out } = await admin(...line);
    expect(code).toBe(0);
    expect(out).toEqual(expect.stringMatching(/^identity records +0 +0$/m));
  });

  it('checks the books', async () => {
    const { code, out } = await admin('ledger', 'check', '--keys');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ faults: [], total: 0, negative: 0, transfers: 2 });
    expect(JSON.parse(out).keys).toContain('tip:1');
  });

  it('reports what performers earned in a month', async () => {
    const { out } = await admin('performers', 'statement', '--period', '2026-11', '--rate', '50', '--csv');
    const [heads, row, ...rest] = out.trim().split('\n');
    expect(heads).toBe(
      'performer,key,opening,tip,minute,minute-return,toy-return,dial-in,message,message-return,unearned,unearned-return,other,earned,closing,payout',
    );
    expect(row).toMatch(/^Vera,performer:\d+,0,400,0,0,0,0,0,0,0,0,0,400,400,2\.00$/);
    expect(rest).toEqual([]);
    const before = await admin('performers', 'statement', '--period', '2026-10');
    expect(before.out.split('\n').slice(1, 4)).toEqual([
      '',
      'use       credits',
      expect.stringMatching(/^given +0/),
    ]);
  });

  it('ends a performer’s logins, and optionally revokes her encoder’s key', async () => {
    const logOut = async (...more: string[]) =>
      (await admin('performers', 'log-out', 'Vera', '--reason', 'lost laptop', '--by', 'els', ...more)).out;
    expect(await logOut()).toContain('She has no WHIP key.');
    const { deps } = await product();
    const vera = await performersFor(deps, inHouse).byName('Vera');
    const performerId = vera?.id ?? 0;
    const key = async () => openKey((await product()).deps.db, performerId);
    await deps.db.transaction((tx) => rotateKey(tx, operatorCaller('els'), { performerId, at: deps.now() }));
    expect(await logOut()).toContain('Her WHIP key is still valid, so an encoder can keep broadcasting');
    expect((await key())?.generation).toBe(1);
    expect(await logOut('--revoke-key')).toContain('Her WHIP key is revoked');
    expect(await key()).toBeNull();
  });

  it('refunds a payment and books spent credits as a debt', async () => {
    const { code, out } = await admin('payments', 'refund', paid.payment, '--reason', 'asked', '--by', 'els');
    expect(code).toBe(0);
    expect(out).toEqual(
      expect.stringMatching(/^The refund is booked\. .*\ncents +taken +owed +balance\n9\.95 +250 +400 +0$/m),
    );
    const shown = (await payments()).out;
    expect(shown).toMatch(/ success +9\.95 +650 +9\.95 +9\.95 +400 +ideal +sandbox /);
  });

  it('refuses impossible requests with a reason and writes nothing', async () => {
    const again = await admin('payments', 'refund', paid.payment, '--reason', 'once more');
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('badRequest.invalid.payment') });
    expect((await admin('member', 'credit', 'anna', '--credits', '0', '--reason', 'x')).code).toBe(2);
    expect((await admin('member', 'show', 'nobody')).code).toBe(1);
  });

  it('gives credits, which pay the debt first', async () => {
    const { out } = await admin('member', 'credit', 'anna', '--credits', '500', '--reason', 'sorry');
    expect(out).toMatch(/^The credits are given\.\nbalance +debt\n +100 +400$/m);
    const shown = (await admin('member', 'show', 'anna@example.com')).out;
    expect(shown).toMatch(/^credits +100\nfreeCredits +100\nowed$/m);
    expect(shown).toMatch(/^at +subject +mailState$/m);
    expect((await admin('member', 'movements', 'anna')).out).toMatch(
      /goodwill +500 +500 .*operator:\S+: sorry$/m,
    );
  });

  it('blocks and unblocks a member', async () => {
    const words = ['--ground', 'fraud', '--facts', 'The card was stolen.'];
    const blocked = await admin('member', 'block', String(anna.id), '--reason', 'fraud', ...words);
    expect(blocked).toMatchObject({ code: 0, out: expect.stringContaining('The member is blocked.') });
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

  it('exports every movement for an accountant', async () => {
    const lines = (await admin('books', 'export', '--vat', '21', ...why)).out.trim().split('\n');
    const rows = lines.slice(1).map((line) => line.split(',').slice(2).join());
    const member = `member:${anna.id}`;
    expect(lines[0]).toBe(
      'date,transfer,kind,reference,debit,credit,credits,euro,vat,currency,free,country,rate',
    );
    expect(rows).toEqual([
      `purchase,payment:${paid.payment},house:sales,${member},650,9.95,1.73,EUR,0,NL,21`,
      expect.stringMatching(/^tip,session:x,member:\d+,performer:\d+,400,,,,0,,$/),
      `refund,payment:${paid.payment},${member},house:sales,250,-9.95,-1.73,EUR,0,NL,21`,
      expect.stringMatching(/^goodwill,goodwill:.*,house:goodwill,member:\d+,500,,,,500,,$/),
      expect.stringMatching(/^debt,debt:\d+,member:\d+,house:sales,400,,,,400,,$/),
    ]);
    expect(
      (await admin('books', 'export', '--from', '2030-01-01', ...why)).out.trim().split('\n'),
    ).toHaveLength(1);
  });

  it('uses the VAT rate of the day of the sale, also for refunds', async () => {
    const environment = { ...place.environment, VAT: '9,2026-11-21:25' };
    const { out } = await run({ ...place, environment }, ['books', 'export', ...why]);
    const money = out.split('\n').flatMap((line) => /,(-?\d+\.\d\d,-?\d+\.\d\d),EUR/.exec(line)?.[1] ?? []);
    expect(money).toEqual(['9.95,0.82', '-9.95,-0.82']);
  });

  it('leaves a refund above the limit to a second operator', async () => {
    const environment = { ...place.environment, DESK_LIMITS: 'refund:0:0' };
    const strict = (...line: string[]) => run({ ...place, environment }, line);
    const app = await product();
    const wil = await aMember(app);
    const bought = await open(app, wil);
    await payAndNotify(app, bought.order);
    const refund = await strict('payments', 'refund', bought.payment, '--reason', 'asked', '--by', 'els');
    const [, request = ''] = /^Request (\d+):/.exec(refund.out) ?? [];
    expect((await admin('requests', 'list')).out).toMatch(
      new RegExp(
        `^${request} +refund +9\\.95 +els .* asked +member:${wil.id} · payment:${bought.payment}`,
        'm',
      ),
    );
    const approve = (by: string) => admin('requests', 'approve', request, '--reason', 'checked', '--by', by);
    expect(await approve('els')).toMatchObject({ code: 1, err: expect.stringContaining('forbidden') });
    expect((await admin('requests', 'refuse', request, '--reason', 'not now', '--by', 'els')).code).toBe(0);
    expect(await approve('tom')).toMatchObject({ code: 1, err: expect.stringContaining('notFound') });
  });

  it('pays performers for a month, and undoes a payout that came back', async () => {
    const app = await product();
    const { id, username } = await aPerformer(app);
    const then = { ...app.deps, now: () => new Date('2020-01-15T12:00:00Z') };
    await giveCredits(then, { kind: 'performer', owner: id }, 1001);
    const period = ['--period', '2020-01'];
    const due = async () => (await admin('payouts', 'due', ...period)).out;
    const pay = (version: string, reference: string) => {
      const seen = ['--version', version, '--reference', reference];
      return admin('payouts', 'paid', username, ...period, ...seen, '--reason', 'bank run', '--by', 'els');
    };
    expect(await due()).toMatch(new RegExp(`${username} +1001 +5\\.00 +0-1001-50`));
    expect((await pay('0-1001-50', 'NL91ABNA0417164300')).code).toBe(2);
    expect(await pay('0-1000-50', '17')).toMatchObject({ code: 1, err: expect.stringContaining('changed') });
    const paid = await pay('0-1001-50', '17');
    expect(paid).toMatchObject({ code: 0, out: expect.stringMatching(/^Marked as paid.*\npayout .*cents/) });
    expect(paid.out).toMatch(new RegExp(`^ *\\d+ .*${username} .*5\\.00 `, 'm'));
    expect((await pay('0-1001-50', '17')).out).toBe(paid.out);
    expect(await pay('0-1001-50', '18')).toMatchObject({ code: 1, err: expect.stringContaining('already') });
    const [, payout = ''] = /^ *(\d+) /m.exec(paid.out) ?? [];
    expect(await due()).toMatch(
      new RegExp(`${payout} +${username} +2020-01 +1001 +5\\.00 +\\S+ \\S+ +els +17`),
    );
    const [version = ''] = (await due()).trim().match(/\S+$/) ?? [];
    const back = (seen: string, of = payout) => {
      const reason = ['--reason', 'account closed', '--by', 'tom'];
      return admin('payouts', 'returned', of, '--version', seen, ...reason);
    };
    expect((await admin('payouts', 'returned', payout, '--reason', 'closed')).code).toBe(2);
    expect(await back('x')).toMatchObject({ code: 1, err: expect.stringContaining('payout.changed') });
    expect((await back(version)).out).toMatch(/^The payout is undone/);
    expect(await due()).toMatch(/1-1001-50[\s\S]*tom +account closed/);
    expect((await back(version, '99999')).code).toBe(1);
    expect((await admin('ledger', 'check')).code).toBe(0);
  });

  it('counts what affiliates brought, by day or by month', async () => {
    const days = (...options: string[]) => admin('report', 'affiliates', ...options);
    const { out } = await days('--from', '2026-11-01', '--to', '2026-12-31', '--csv');
    expect(out).toMatch(/^day,code,visits,visitors,registrations,firstPurchases,euro\n2026-1\d-\d\d,,/);
    expect((await days('--from', 'yesterday')).err).toContain('from: ');
    expect((await days('--from', '2026-11-20', '--to', '2026-11-19')).code).toBe(1);
    const month = await admin('affiliates', 'month', '--period', '2026-11');
    expect(month.out).toMatch(/^code +visits +visitors/);
  });

  it('lists a reported conversation until it is decided', async () => {
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
    const decide = (step: string, ...more: string[]) =>
      admin('reports', 'decide', vera.username, '--as', step, '--reason', 'read', ...more);
    const facts = ['--facts', 'This is allowed by our rules.'];
    expect((await decide('nonsense')).code).toBe(2);
    expect(await decide('none')).toMatchObject({ code: 2, err: expect.stringContaining('ground') });
    expect(await decide('block', '--ground', 'fraud', ...facts)).toMatchObject({ code: 1 });
    expect(await decide('assigned')).toMatchObject({ code: 0 });
    const warned = await decide('warn', '--ground', 'fraud', ...facts);
    const [, id = ''] = /Decision (\d+) about .*: warn/.exec(warned.out) ?? [];
    expect(JSON.parse(await listed())).toEqual([]);
    const decision = (step: string, ...more: string[]) =>
      admin('decisions', step, id, '--reason', 'read', ...facts, ...more);
    expect(await decision('judge', '--as', 'upheld')).toMatchObject({ code: 1 });
    expect(await decision('appeal', '--report', number)).toMatchObject({ code: 0 });
    expect(JSON.parse(await listed())).toMatchObject([
      { decisions: [{ id: Number(id), state: 'appealed' }] },
    ]);
    expect(await decision('judge', '--as', 'upheld')).toMatchObject({ code: 0 });
    expect(await decision('appeal')).toMatchObject({ code: 0 });
    expect(await decision('judge', '--as', 'overruled')).toMatchObject({ code: 0 });
    expect(JSON.parse(await listed())).toEqual([]);
  });

  it('lists and decides a report of a member', async () => {
    const app = await product();
    const [wil, vera] = [await aMember(app, 1000), await aPerformer(app)];
    const { message } = await messengerOf(app).write(wil, vera, 'Hoi');
    const report = { conversationId: message.conversation, reason: 'fraud', key: app.deps.newId() } as const;
    await callApp(app, reportStudioConversation, report, bearer(vera.token));
    const listed = async () => JSON.parse((await admin('reports', 'list')).out);
    expect(await listed()).toMatchObject([{ member: wil.id, reports: [{ by: vera.username }] }]);
    const decide = (name: string) =>
      admin(
        'reports',
        'decide',
        name,
        '--member',
        '--as',
        'none',
        '--reason',
        'read',
        '--ground',
        'no-breach',
        '--facts',
        'We saw no fault.',
      );
    expect(await decide('nobody-here')).toMatchObject({ code: 1 });
    expect(await decide(String(wil.id))).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
  });

  it('leaves the refund to the running product and keeps the ledger correct', async () => {
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
    expect((await payments()).out).toMatch(/ success +9\.95 +650 +9\.95 +ideal /);
    expect((await admin('ledger', 'check')).code).toBe(0);
  });

  describe('a performer', () => {
    const add = async (username: string, ...more: string[]) => {
      if (!runs) await stop();
      const person = ['--email', 'nora@example.com', '--birth-date', '1995-05-05', '--gender', 'female'];
      const line = ['performers', 'add', username, ...person, '--reason', 'signed up', '--by', 'els'];
      return run(place, [...line, ...more]);
    };
    const link = async (username: string, ...more: string[]) => {
      if (!runs) await stop();
      return run(place, ['performers', 'link', username, '--reason', 'asked', ...more]);
    };
    const mails = async () => {
      const app = await product();
      app.mail.sent.length = 0;
      app.clock.advance(Math.max(0, Date.now() - app.clock.now().getTime()));
      await runDueWork(app.outbox);
      return app.mail.sent.flatMap(({ to, subject }) => (to.startsWith('anna') ? [] : [[to, subject]]));
    };

    it('is added with a link to choose a password', async () => {
      const { code, out } = await add('Nora', '--language', 'en');
      expect(code).toBe(0);
      expect(out).toEqual(expect.stringContaining('Nora is added.'));
      expect(out).toContain('goes to nora@example.com. It works once, for 72 hours.');
      expect(out).not.toContain('key=');
      expect(await performersFor((await product()).deps, inHouse).byName('Nora')).toMatchObject({
        gender: 'female',
        dateOfBirth: '1995-05-05',
        languages: ['en'],
        passwordHash: null,
      });
      expect(await mails()).toEqual([['nora@example.com', 'Your access to the studio of Vonk']]);
    });

    it('is refused with a name or a date that cannot be', async () => {
      const taken = 'is taken, or reads like the name of another performer';
      expect(await add('N0ra')).toMatchObject({ code: 1, err: expect.stringContaining(taken) });
      for (const name of ['Al', 'Elze!', 'admin'])
        expect(await add(name), name).toMatchObject({ code: 2, err: expect.stringContaining('username: ') });
      const young = await add('Elze', '--birth-date', new Date().toISOString().slice(0, 10));
      expect(young).toMatchObject({ code: 2, err: expect.stringContaining('at least 18 years ago') });
      expect((await add('Elze', '--birth-date', '1995-02-30')).code).toBe(2);
      expect((await add('Elze', '--email', 'elze')).err).toContain('email: must be an e-mail address');
      expect(await performersFor((await product()).deps, inHouse).byName('Elze')).toBeUndefined();
    });

    it('gets a new link, also at a new address', async () => {
      expect((await link('nora')).out).toContain('goes to nora@example.com');
      expect((await link('nora', '--email', 'other@example.com', '--language', 'de')).code).toBe(0);
      expect(await mails()).toEqual([
        ['nora@example.com', 'Your access to the studio of Vonk'],
        ['other@example.com', 'Dein Zugang zum Studio von Vonk'],
      ]);
      expect(await link('Vera')).toMatchObject({ code: 1, err: expect.stringContaining('add --email') });
      expect((await link('Nobody')).err).toContain('badRequest.performer.notExists');
    });

    it('is suspended with a statement, and restored', async () => {
      const reason = ['--reason', 'rule 4', '--by', 'els'];
      const say = async (word: string, ...more: string[]) => {
        if (!runs) await stop();
        return run(place, ['performers', word, 'nora', ...more, ...reason]);
      };
      const words = ['--ground', 'consent', '--facts', 'She showed somebody who did not agree.'];
      expect((await say('suspend', '--ground', 'consent', '--facts', 'Short')).err).toContain('facts: ');
      expect((await say('suspend', ...words, '--until', '2020-01-01')).err).toContain(
        'Enter a day after today',
      );
      expect((await say('suspend', ...words)).out).toContain('The performer is suspended');
      expect((await say('suspend', ...words)).err).toContain('badRequest.performer.state');
      expect(
        (await performersFor((await product()).deps, inHouse).byName('nora'))?.suspendedAt,
      ).toBeInstanceOf(Date);
      expect((await say('restore')).out).toContain('The suspension is lifted.');
      expect((await say('restore')).err).toContain('badRequest.performer.state');
      expect((await mails()).map(([to]) => to)).toEqual(['other@example.com', 'other@example.com']);
    });

    it('is not added while the studio is switched off', async () => {
      if (!runs) await stop();
      const line = ['performers', 'add', 'Fenna', '--email', 'fenna@example.com', '--gender', 'female'];
      const off = await run(place, [...line, '--birth-date', '1995-05-05', '--reason', 'signed up'], {
        ...brand.features,
        studio: false,
      });
      expect(off).toMatchObject({ code: 1, err: expect.stringContaining('the studio is switched off') });
      expect(await performersFor((await product()).deps, inHouse).byName('Fenna')).toBeUndefined();
    });
  });

  it('adds the first operator, changes the role, and lists both in operators and log', async () => {
    const person = ['operators', 'add', 'dora', '--email', 'dora@example.com', '--reason', 'founder'];
    expect((await admin(...person)).err).toContain('role');
    const off = await run(place, [...person, '--role', 'owner'], { ...brand.features, desk: false });
    expect(off).toMatchObject({ code: 1, err: expect.stringContaining('features.desk') });
    expect(await admin(...person, '--role', 'owner')).toMatchObject({ code: 0 });
    expect((await admin(...person, '--role', 'owner')).err).toContain('This name was used before');
    const set = await admin('operators', 'role', 'dora', '--role', 'finance', '--reason', 'grows');
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('The role is changed.') });
    expect((await admin('operators', 'list')).out).toMatch(/dora +finance +invited +dora@example\.com/);
    const log = await admin('log', 'list', '--subject', 'operator:dora');
    expect(log.out).toMatch(/operator\.role-set +role finance, from owner/);
    expect((await admin('operators', 'disable', 'nobody', '--reason', 'gone')).code).toBe(1);
  });

  it('lists failed work and what performers earned', async () => {
    expect((await admin('outbox', 'list')).code).toBe(0);
    const earned = await admin('performers', 'statement', '--period', '2026-11', '--performer', 'Nobody');
    expect(earned).toMatchObject({ code: 1, err: expect.stringContaining('performer.notExists') });
    expect((await admin('performers', 'statement', '--period', '2026-13')).code).toBe(2);
  });
});
