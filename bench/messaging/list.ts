import { sql } from 'drizzle-orm';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { createOwnProduct } from '../../e2e/support/product.ts';
import setup from '../../e2e/support/template/copy-template.ts';
import { readConfig } from '../../server/config/config.ts';
import { openStore } from '../../server/db/opening/open.ts';

/**
 * `CHROMIUM_PATH=… node bench/messaging/list.ts [--tries=10]`: script time until a messenger with 5,000 conversations
 * is usable (goal 100 ms), and while its whole list is scrolled.
 */
const CONVERSATIONS = 5000;
const AIM_MS = 100;
const tries = Number(process.argv.find((text) => text.startsWith('--tries='))?.split('=')[1] ?? 10);
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Creates conversations with three unread messages each. */
async function seed(dataDir: string): Promise<void> {
  const { databaseUrl } = readConfig({ DATA_DIR: dataDir });
  const { db, close } = await openStore({ dataDir, databaseUrl, ownsFolder: true });
  await db.execute(sql`insert into performer (username, username_folded, date_of_birth, gender)
    select 'Bench' || n, 'bench' || n, '1995-05-05', 'female' from generate_series(1, ${CONVERSATIONS}) n`);
  await db.execute(sql`insert into conversation (member_id, performer_id, last_seq, last_owner, created_at, updated_at)
    select m.id, p.id, 3, 'performer', now(), now() - p.id * interval '1 second'
    from member m, performer p where m.email = 'demo@example.com' and p.username like 'Bench%'`);
  await db.execute(sql`insert into conversation_side (conversation_id, side, read_seq)
    select c.id, s, case when s = 'member' then 0 else c.last_seq end
    from conversation c, unnest(array['member', 'performer']) s
    where not exists (select from conversation_side o where o.conversation_id = c.id)`);
  await db.execute(sql`insert into private_message (conversation_id, seq, owner, client_id, content, sent_at)
    select c.id, n, 'performer', c.id || '-' || n, 'a line of some forty letters, number ' || n, now()
    from conversation c, generate_series(1, 3) n where c.last_seq = 3`);
  await close();
}

/** ms that the page's process has spent on script, and on style and layout. */
async function spent(session: CDPSession): Promise<{ script: number; layout: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => 1000 * (metrics.find((one) => one.name === name)?.value ?? 0);
  return { script: of('ScriptDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration') };
}

const rows = (page: Page) => page.locator('.messenger-row');

async function openList(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
  await rows(page).first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Scrolls to the end page by page and returns the number of conversations. */
const scrollThrough = (page: Page): Promise<number> =>
  page.evaluate(async (wanted) => {
    const list = [...document.querySelectorAll('*')].find(
      (one) => one.querySelector(':scope .messenger-row') && getComputedStyle(one).overflowY === 'auto',
    );
    if (!list) throw new Error('The page has no list');
    const until = performance.now() + 300_000;
    const reached = () => Math.floor(list.scrollHeight / 72);
    while (reached() < wanted && performance.now() < until) {
      list.scrollTop = list.scrollHeight;
      await new Promise((done) => setTimeout(done, 30));
    }
    return reached();
  }, CONVERSATIONS);

const clear = await setup();
const product = await createOwnProduct({ environment: { DEMO_CAST: 'false', RATE_LIMITS: 'false' } });
await seed(product.dataDir);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await product.start();
  const context = await browser.newContext({ baseURL: product.url, locale: 'nl-NL' });
  for (const [name, value] of Object.entries({ age: '1', consent: 'no' }))
    await context.addCookies([{ name, value, url: product.url }]);
  const login = await context.request.post('/api/member/login', {
    headers: { 'api-key': 'vonk-web', origin: product.url },
    data: { username: 'demo@example.com', password: 'Demo1234' },
  });
  if (!login.ok()) throw new Error(`The login answered ${login.status()}`);
  const opened: { script: number; layout: number }[] = [];
  for (let number = 0; number < tries; number += 1) {
    // A new process each time, because the metrics are per process.
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const before = await spent(session);
    await openList(page, '/messenger');
    const after = await spent(session);
    opened.push({ script: after.script - before.script, layout: after.layout - before.layout });
    if (number === tries - 1) {
      const loaded = await scrollThrough(page);
      const whole = await spent(session);
      const there = await rows(page).count();
      const perPage = (whole.script - after.script) / (loaded / 50);
      console.log(
        `${loaded} conversations loaded by scrolling: ${perPage.toFixed(1)} ms of script for each page of 50; ${there} rows are there`,
      );
    }
    await page.close();
  }
  const line = (name: 'script' | 'layout') => {
    const all = opened.map((one) => one[name]).sort((a, b) => a - b);
    const at = (share: number) => (all[Math.round((all.length - 1) * share)] ?? 0).toFixed(0);
    return `| ${name} | ${at(0)} | ${at(0.5)} | ${at(1)} |`;
  };
  console.log(`| opening, ${tries} times | least ms | middle ms | most ms |\n| --- | --- | --- | --- |`);
  console.log(`${line('script')}\n${line('layout')}`);
  const middle = opened.map(({ script }) => script).sort((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
  console.log(`aim of ${AIM_MS} ms of script: ${middle <= AIM_MS ? 'reached' : 'missed'}`);
} finally {
  await browser.close();
  await product.remove();
  await clear();
}
process.exit(0);
