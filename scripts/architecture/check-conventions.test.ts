import { describe, expect, it } from 'vitest';
import { checkConventions, checkNames } from './conventions.ts';
import { checkGlobals } from './globals.ts';
import { checkComments, checkSubjects } from './prose.ts';
import { checkStates, type DeclaredMachine, readMachines } from './state-machines.ts';

const globalsIn = (path: string, text: string) => checkGlobals([{ path, text }]);

describe('global names', () => {
  it.each([
    ['contract/chat/tipping/tips.ts', 'const now = Date.now();', 'Date.now'],
    ['contract/chat/tipping/tips.ts', 'const now = new Date();', 'new Date()'],
    ['contract/chat/tipping/tips.ts', 'const luck = Math.random();', 'Math.random'],
    ['contract/chat/tipping/tips.ts', 'const mode = process.env.MODE;', 'process.env'],
    ['contract/chat/tipping/tips.ts', "const answer = await fetch('/');", 'fetch'],
    ['src/islands/chat/tips/TipTab.tsx', "const tip = localStorage.getItem('tip');", 'localStorage.getItem'],
    ['src/islands/chat/tips/TipTab.tsx', "const answer = window.fetch('/');", 'fetch'],
    ['src/islands/chat/tips/TipTab.tsx', "document.cookie = 'a=b';", 'document.cookie'],
    ['server/chat/tips/send-tip.ts', 'const at = new Date();', 'new Date()'],
    ['src/lib/chat/meter.ts', 'const now = Date.now();', 'Date.now'],
    ['src/lib/chat/tips/tips.ts', "const socket = new WebSocket('/');", 'WebSocket'],
  ])('%s may not use %s', (path, text, name) => {
    expect(globalsIn(path, text)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining(`must not use ${name}`) }),
    );
  });

  it('allows a date from a value, and a name declared in the file', () => {
    expect(
      globalsIn('contract/chat/tipping/tips.ts', 'const at = (value: number) => new Date(value);'),
    ).toEqual([]);
    expect(
      globalsIn('contract/chat/tipping/tips.ts', 'const once = (fetch: () => void) => fetch();'),
    ).toEqual([]);
    expect(globalsIn('contract/chat/tipping/tips.ts', 'const rule = { fetch: 1, process: 2 };')).toEqual([]);
  });
});

describe('declared names', () => {
  const namesIn = (text: string, path = 'server/a.ts') => checkNames([{ path, text }]);

  it.each([
    ['a constant', 'const told = 1;'],
    ['a variable', 'let asked;'],
    ['a function', 'function said() {}'],
    ['a function expression', 'const read = function held() {};'],
    ['a parameter', 'const read = (given: string) => given.length;'],
    ['a parameter of a type', 'type Read = (given: string) => number;'],
    ['a parameter of a method', 'class Inbox { read(given: string) {} }'],
    ['a destructured property', 'const { said } = answer;'],
    ['a renamed property', 'const { text: said } = answer;'],
    ['an item of a list', 'const [asked] = questions;'],
    ['the rest', 'const { a, ...given } = options;'],
    ['a parameter that is destructured', 'const read = ({ held }: Lock) => 1;'],
    ['the variable of a loop', 'for (const told of messages) {}'],
    ['the variable of a catch', 'try {} catch (told) {}'],
    ['a class', 'class Held {}'],
    ['a type', 'type Told = string;'],
    ['an interface', 'interface Said {}'],
    ['a type parameter', 'type List<Asked> = Asked[];'],
    ['a renamed import', "import { text as said } from './text.ts';"],
    ['a word that the glossary replaces', 'const saldo = 1;'],
    ['its plural', 'const coins = 1;'],
    ['a question', 'function whoIs() {}'],
  ])('refuses %s: %s', (_, text) => {
    expect(namesIn(text)).toEqual([
      expect.objectContaining({
        file: 'server/a.ts',
        line: 1,
        rule: 'name',
        message: expect.stringContaining('use a noun of docs/glossary.md'),
      }),
    ]);
  });

  it.each([
    'const { told: text } = answer;',
    'const answer = { said: text, held };',
    'interface Answer { told: string; asked(): void }',
    'answer.given = answer.held();',
    "import { given } from 'outside';",
    'const isHeld = true;',
    'const toldAt = 1;',
    'const whoIsLive = [];',
    "const text = 'told';",
  ])('allows keys of objects and other names: %s', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it('finds the line in the script of an Astro file', () => {
    const text = '---\nconst a = 1;\n---\n<p>told</p>\n<script>\nconst told = 1;\n</script>';
    expect(namesIn(text, 'src/pages/a.astro')).toEqual([expect.objectContaining({ line: 6 })]);
  });
});

describe('conventions', () => {
  it.each([
    'const { locale } = Astro.locals;',
    'const year = new Date().getFullYear();',
    '<Account client:idle />',
    '<script>start();</script>',
  ])('refuses a cached component that depends on more than its props: %s', (text) => {
    expect(checkConventions([{ path: 'src/components/cached/Footer.astro', text }])).toEqual([
      expect.objectContaining({ rule: 'cached component' }),
    ]);
    expect(checkConventions([{ path: 'src/components/header/Header.astro', text }])).toEqual([]);
  });

  it.each(['deps.outbox.wake();', 'tx.wakeOutbox();', 'deps.wakeOutbox?.();'])(
    'lets only the outbox wake itself: %s',
    (text) => {
      expect(checkConventions([{ path: 'server/chat/a.ts', text }])).toEqual([
        expect.objectContaining({ rule: 'outbox wake', line: 1 }),
      ]);
      expect(checkConventions([{ path: 'server/outbox/work.ts', text }])).toEqual([]);
    },
  );

  const afterCommit = (...tail: string[]) => {
    const transaction = [
      '  await deps.db.transaction(async (tx) => {',
      '    tx.afterCommit(() => tell(deps));',
      '  });',
    ];
    const text = [
      'function act() {',
      ...transaction,
      ...tail,
      '}',
      'const other = () => tellRoom(deps);',
    ].join('\n');
    return checkConventions([{ path: 'server/chat/a.ts', text }]);
  };

  it.each([
    "deps.push.toRoom(room, 'room-menu', { room });",
    "if (row) deps.events.record('room.shut', {});",
    'for (const row of rows) announce(deps, row);',
    'await tellAppointment(deps, row);',
    'forgetRealName(deps, performerId);',
  ])('refuses what follows a transaction without being registered: %s', (line) => {
    expect(afterCommit('  const done = true;', `  ${line}`)).toEqual([
      expect.objectContaining({ rule: 'after commit', line: 6 }),
    ]);
  });

  it('allows what is registered, and other calls after a transaction', () => {
    const again = '  await deps.db.transaction(async (tx) => tx.afterCommit(() => tellRoom(deps)));';
    expect(afterCommit(again, '  failures.push(error);', '  return toAnswer(deps, row);')).toEqual([]);
  });

  const use = (text: string) =>
    checkConventions([{ path: 'src/layouts/A.astro', text }]).filter(({ rule }) => rule === 'cached use');

  it.each([
    '<Cached fragment="a" props={menu}><Menu {...menu} /></Cached>',
    '<Cached fragment="a" props={menu} slot="top">\n  <Menu {...menu} />\n</Cached>',
    '<Cached fragment="a" props={{ locale }}><Menu locale={locale} /></Cached>',
    '<Cached fragment="a" props={{}}><Check class="icon" /></Cached>',
  ])('allows a fragment that uses only its key: %s', (text) => {
    expect(use(text)).toEqual([]);
  });

  it.each([
    '<Cached fragment="a" props={menu}><Menu {...menu} member={member} /></Cached>',
    '<Cached fragment="a" props={menu}><Menu {...other} /></Cached>',
    '<Cached fragment="a" props={{ locale }}><Menu locale={locale} name={name} /></Cached>',
    '<Cached fragment="a" props={{}}><Menu name={name} /></Cached>',
    '<Cached fragment="a" props={menu}>{name}<Menu {...menu} /></Cached>',
    '<Cached fragment="a" props={menu}><Menu {...menu}>{name}</Menu></Cached>',
  ])('refuses a fragment that uses other data: %s', (text) => {
    expect(use(text)).toHaveLength(1);
  });

  it('allows props and slots in a cached component', () => {
    const text = 'const { locale } = Astro.props;\nawait Astro.slots.render();\n';
    expect(checkConventions([{ path: 'src/components/cached/Footer.astro', text }])).toEqual([]);
  });
});

describe('states', () => {
  const machine: DeclaredMachine = {
    path: 'server/a/transitions.ts',
    table: 'room_job',
    variable: 'roomJobs',
    columns: { state: 'state' },
    first: 'open',
    transitions: { open: ['done'], done: [] },
    follows: {},
  };
  const statesIn = (text: string, path = 'server/a/b.ts', machines = [machine]) =>
    checkStates([{ path, text }], machines);

  it.each([
    "await tx.update(roomJobs).set({ state: 'done' }).where(isIt);",
    'await tx\n  .update(roomJobs)\n  .set({ endedAt, ...(isOver ? { state } : {}) });',
    'await tx.insert(roomJobs).values(job).onConflictDoUpdate({ target, set: { state: next } });',
    "const job = { state: 'open' } as const;\nawait tx.insert(roomJobs).values(job);",
    "updateAll(tx, roomJobs, [{ before, after: { ...before, state: isOver ? 'done' : before.state } }]);",
    "await tx.execute(sql`update room_job set ended_at = now(), state = 'done' where id = 1`);",
    `await tx.execute(sql\`update \${roomJobs} set state = \${state}\`);`,
  ])('are written by the machine only, not by %s', (text) => {
    expect(statesIn(text)).toEqual([
      expect.objectContaining({ rule: 'state', message: expect.stringContaining(machine.path) }),
    ]);
    expect(statesIn(text, 'server/a/b.test.ts')).toEqual([]);
  });

  it.each([
    'await machine.move(deps, tx, { where: eq(roomJobs.id, id), to: "done", set: { endedAt } });',
    'await tx.insert(roomJobs).values({ state: machine.first });',
    "const row = { ...roomJobs, state: machine.next(row.state, 'done') };",
    "await tx.update(roomJobs).set({ heardAt }).where(eq(roomJobs.state, 'open'));",
    "await tx.execute(sql`update room_job set heard_at = now() where state = 'open'`);",
    "await tx.update(others).set({ state: 'lost' }).from(roomJobs);",
    'const shown = { state: roomJobs.state };',
    "import { gateway } from './room_job.ts';\nconst order = { state: 'open', of: gateway.roomJobs };",
  ])('may be read, and written in other tables: %s', (text) => {
    expect(statesIn(text)).toEqual([]);
  });

  it.each([
    'await tx.update(roomJobs).set({ endedAt: null }).where(isIt);',
    'await tx.execute(sql`update room_job set ended_at = now() where id = 1`);',
  ])('that are told by moments are written by the machine only, not by %s', (text) => {
    const dated = { ...machine, columns: { endedAt: 'ended_at' }, moments: { open: [], done: ['endedAt'] } };
    expect(statesIn(text, 'server/a/b.ts', [dated])).toEqual([
      expect.objectContaining({ rule: 'state', message: expect.stringContaining('endedAt of room_job') }),
    ]);
    expect(statesIn(text)).toEqual([]);
    const read = 'await tx.select({ endedAt: roomJobs.endedAt }).from(roomJobs);';
    expect(statesIn(read, 'server/a/b.ts', [dated])).toEqual([]);
  });

  it.each([
    ['server/a/b.ts', 'export const jobMachine = stateMachine<typeof jobs>({'],
    ['server/a/transitions.ts', 'const jobMachine = stateMachine({'],
  ])('are declared where the check finds them, not in %s by %s', (path, text) => {
    expect(statesIn(text, path)).toHaveLength(1);
  });

  it('of every declared machine are guarded', async () => {
    const machines = await readMachines();
    expect(machines.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['chat_session', 'toy_run', 'vip_request']),
    );
    for (const { variable, columns } of machines)
      for (const column of Object.keys(columns))
        expect(
          statesIn(`tx.update(${variable}).set({ ${column}: value });`, 'server/a.ts', machines),
        ).toHaveLength(1);
  });
});

describe('comments', () => {
  const file = (text: string) => [{ path: 'server/a.ts', text }];
  const code = 'const a = 1;\n'.repeat(40);

  it('are at most 130 characters long; code may be longer', () => {
    const long = 'x'.repeat(130);
    const lines = `/**\n * ${long}\n */\nconst text = '${long}';\n// short\n`;
    expect(checkComments(file(lines + code + code))).toEqual([
      expect.objectContaining({ line: 2, message: expect.stringContaining('133 characters') }),
    ]);
  });

  it.each([
    ['a block', (words: string) => `/**\n * ${words}\n * ${words}\n */\n`],
    ['adjacent lines', (words: string) => `  // ${words}\n  // ${words}\n`],
  ])('are at most 200 characters as %s, not counting types and errors', (_, commentOf) => {
    const words = 'x'.repeat(100);
    expect(checkComments(file(commentOf(words) + code + code))).toEqual([
      expect.objectContaining({ line: 1, message: expect.stringContaining('201 characters') }),
    ]);
    const fine = ['x'.repeat(99), `${'x'.repeat(50)} Throws ${'x'.repeat(60)}`, `@param ${words}`];
    for (const text of fine) expect(checkComments(file(commentOf(text) + code + code))).toEqual([]);
    expect(checkComments(file(`/** ${words} */\n// ${words}\n${code}${code}`))).toEqual([]);
  });

  it('are at most 7 % of the lines', () => {
    expect(checkComments(file(`// one\n// two\n// three\n${code}`))).toEqual([]);
    expect(checkComments(file(`// one\n// two\n// three\n// four\n${code}`))).toEqual([
      expect.objectContaining({ message: expect.stringContaining('9.1 % of all lines are comments') }),
    ]);
  });
});

describe('the subject of a commit', () => {
  const messagesOf = (subject: string) =>
    checkSubjects([{ hash: 'abc1234', subject }]).map(({ message }) => message);

  it.each(['Refuse tips above the balance', 'Need a name for each row', 'Embed the player'])(
    'may be: %s',
    (subject) => expect(messagesOf(subject)).toEqual([]),
  );

  it.each([
    ['Refused tips above the balance', 'does not begin with an imperative'],
    ['Adding a row', 'does not begin with an imperative'],
    ['refuse tips', 'does not begin with a capital'],
    ['Refuse tips.', 'ends with a full stop'],
    [`Refuse ${'x'.repeat(70)}`, '77 characters, the limit is 72'],
  ])('may not be: %s', (subject, message) => expect(messagesOf(subject)).toEqual([message]));
});
