import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorCaller } from '#server/identity/caller.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { type ChainFault, checkChain, headOf, sealActs } from './chain.ts';
import { readHeads, writeHead } from './heads.ts';
import { recordAct } from './record-act.ts';
import { auditRows, auditSeals } from './tables.ts';

const HOUR = 3_600_000;

describe.each(databaseKinds())('the chain of the audit trail on $name', (database) => {
  const test = startTestApp({ on: database });
  const file = join(tmpdir(), `vonk-heads-${crypto.randomUUID()}`, 'audit-heads.log');
  const deps = () => ({ ...test.deps, config: { ...test.deps.config, auditHeadFile: file } });
  const els = operatorCaller('els', 'a mistake');

  const act = async (subject: string): Promise<number> => {
    await recordAct(test.deps.db, els, { act: 'stream.allowed', subject, at: test.clock.now() });
    const rows = await test.deps.db.select().from(auditRows).where(eq(auditRows.subject, subject));
    return rows.at(-1)?.id ?? 0;
  };
  const faults = async () => (await checkChain(test.deps.db, await readHeads(file))).faults;

  /** What the owner of the database does by force; undone afterwards, so that the next test starts from a chain. */
  async function byForce(statements: readonly string[]): Promise<readonly ChainFault[]> {
    const undo = new Error('undone');
    let found: readonly ChainFault[] = [];
    await test.deps.db
      .transaction(async (tx) => {
        await tx.execute(sql.raw('ALTER TABLE audit DISABLE TRIGGER ALL'));
        await tx.execute(sql.raw('ALTER TABLE audit_seal DISABLE TRIGGER ALL'));
        for (const statement of statements) await tx.execute(sql.raw(statement));
        await sealActs({ db: tx as never, now: test.deps.now });
        found = (await checkChain(tx, await readHeads(file))).faults;
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return found;
  }

  let [yesterday, before, today] = [0, 0, 0];
  beforeAll(async () => {
    before = await act('performer:1');
    yesterday = await act('performer:2');
    await sealActs(deps());
    await writeHead(deps());
    test.clock.advance(24 * HOUR);
    today = await act('performer:3');
    await sealActs(deps());
    await writeHead(deps());
  });
  afterAll(() => rm(join(file, '..'), { recursive: true, force: true }));

  const day = () => new Date(test.clock.now().getTime() - 24 * HOUR).toISOString();
  const insert = (id: string) => `INSERT INTO audit (${id}act, actor, subject, request_id, at)`;

  it('has no fault while nobody forces it', async () => {
    expect(await faults()).toEqual([]);
    expect((await headOf(test.deps.db))?.position).toBeGreaterThanOrEqual(3);
    expect(await readHeads(file)).toHaveLength(2);
  });

  it('seals each row once, in any number of runs', async () => {
    expect(await sealActs(deps())).toBe(0);
    await act('performer:4');
    expect(await sealActs(deps())).toBe(1);
    const seals = await test.deps.db.select().from(auditSeals).orderBy(asc(auditSeals.position));
    expect(seals.map(({ position }) => position)).toEqual(seals.map((_, index) => index + 1));
  });

  it('has room for a row that was committed after later ones', async () => {
    const late = await byForce([
      `${insert('id, ')} OVERRIDING SYSTEM VALUE VALUES (900001, 'stream.allowed', 'operator:els', 'performer:9', 'r', '${test.clock.now().toISOString()}')`,
    ]);
    expect(late).toEqual([]);
  });

  it('names a row of yesterday that the owner of the database inserts', async () => {
    const values = `'member.credited', 'operator:els', 'transfer:1', 'shell', '${day()}'`;
    const inserted = await byForce([`${insert('')} VALUES (${values})`]);
    expect(inserted).toMatchObject([{ fault: 'inserted', at: new Date(day()) }]);
  });

  it('names a row of yesterday that was inserted while the product was stopped', async () => {
    const values = `'member.credited', 'operator:els', 'transfer:1', 'shell', '${day()}'`;
    let found: readonly ChainFault[] = [];
    const undo = new Error('undone');
    await test.deps.db
      .transaction(async (tx) => {
        await tx.execute(sql.raw(`${insert('')} VALUES (${values})`));
        found = (await checkChain(tx, [])).faults;
        throw undo;
      })
      .catch((error: unknown) => expect(error).toBe(undo));
    expect(found).toMatchObject([{ fault: 'inserted' }]);
  });

  it('names a row that was changed, and one that was deleted', async () => {
    expect(await byForce([`UPDATE audit SET actor = 'operator:tom' WHERE id = ${yesterday}`])).toEqual([
      { fault: 'changed', row: yesterday },
    ]);
    expect(await byForce([`DELETE FROM audit WHERE id = ${before}`])).toEqual([
      { fault: 'deleted', row: before },
    ]);
    expect(await byForce([`UPDATE audit SET details = '{"x":1}' WHERE id = ${today}`])).toEqual([
      { fault: 'changed', row: today },
    ]);
  });

  it('names a row that was deleted with its seal', async () => {
    const found = await byForce([
      `DELETE FROM audit WHERE id = ${before}`,
      `DELETE FROM audit_seal WHERE audit_id = ${before}`,
    ]);
    expect(found).toContainEqual(expect.objectContaining({ fault: 'seal-missing' }));
  });

  it('notices by the file that the chain was made anew', async () => {
    const anew = await byForce([
      `UPDATE audit SET actor = 'operator:tom' WHERE id = ${yesterday}`,
      'TRUNCATE audit_seal',
    ]);
    expect(anew.map(({ fault }) => fault)).toEqual(['other-head', 'other-head']);
  });

  it('notices by the file that its end was cut off', async () => {
    const cut = await byForce([
      `DELETE FROM audit WHERE id >= ${today}`,
      `DELETE FROM audit_seal WHERE audit_id >= ${today}`,
    ]);
    expect(cut.map(({ fault }) => fault)).toEqual(['other-head']);
  });

  it('refuses changes of a seal', async () => {
    for (const statement of ["update audit_seal set hash = 'x'", 'delete from audit_seal']) {
      const error = await test.deps.db.execute(sql.raw(statement)).catch((thrown: Error) => thrown);
      expect(`${(error as Error).cause}`).toMatch(/append only/);
    }
  });

  it('has its head written each hour, not more often', async () => {
    expect(await writeHead(deps())).toBeNull();
    test.clock.advance(HOUR);
    expect(await writeHead(deps())).toMatchObject({ hash: (await headOf(test.deps.db))?.hash });
    expect((await readHeads(file)).at(-1)?.at).toEqual(test.clock.now());
  });
});
