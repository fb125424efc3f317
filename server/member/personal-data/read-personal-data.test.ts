import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { addFavourite } from '#contract/member/account/favourites-calls.ts';
import { sendPrivateMessage } from '#contract/messaging/conversation-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { limitRules } from '#server/ports/limits.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { removeMember } from '../deletion/erase-member.ts';

const server = startTestApp();

async function newMember(name: string, credits = 0) {
  const memberId = await makeMember(server.deps, { email: `${name}@example.com`, username: name, credits });
  return { memberId, headers: bearer(await tokenFor(server.deps, 'member', memberId)) };
}

const download = (headers: Record<string, string>, { app, deps } = server) =>
  app.request('/api/member/data', { headers: { 'api-key': deps.config.apiKey, ...headers } });

async function filesOf(answer: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

it('is one file with everything about the caller and nothing about others', async () => {
  const anna = await newMember('anna1616', 150);
  const bram = await newMember('bram1717');
  const performerId = await makePerformer(server.deps, { username: 'Vera' });
  for (const one of [anna, bram]) await callApp(server, addFavourite, { performerId }, one.headers);

  const answer = await download(anna.headers);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="mijn-gegevens-2026-11-20.zip"',
  );
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const files = await filesOf(answer);
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({ email: 'anna1616@example.com' });
  expect(JSON.parse(files['favourites.json'] ?? '')).toMatchObject([{ performer: 'Vera' }]);
  expect(JSON.parse(files['credits.json'] ?? '')).toMatchObject([
    { kind: 'opening', credits: 150, balance: 150 },
  ]);
  expect(files['LEESMIJ.txt']).toContain('20 november 2026');
  for (const name of Object.keys(files).filter((one) => one.endsWith('.json')))
    expect(files['LEESMIJ.txt']).toContain(name);
  const all = Object.values(files).join('\n');
  expect(all).not.toContain('bram1717');
  expect(all).not.toContain('$argon2');
});

it('is explained in the member’s language', async () => {
  const memberId = await makeMember(server.deps, { language: 'en' });
  const files = await filesOf(await download(bearer(await tokenFor(server.deps, 'member', memberId))));
  expect(files['README.txt']).toContain('This is everything we keep about you as of November 20, 2026');
});

it('requires a member and is limited, with Retry-After', async () => {
  expect((await download({})).status).toBe(401);
  const { headers } = await newMember('cato1818');
  const limited = variantOf(server, { limits: createLimits(null) });
  const answers: Response[] = [];
  for (let n = 0; n <= limitRules['personal-data'].points; n += 1)
    answers.push(await download(headers, limited));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  const wait = Number(refused[0]?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(limitRules['personal-data'].seconds - 60);
  expect(wait).toBeLessThanOrEqual(limitRules['personal-data'].seconds);
});

it('is erased from every table, whatever text the member left there', async () => {
  const { memberId, headers } = await newMember('dirk1919', 1000);
  const performerId = await makePerformer(server.deps);
  const { db } = server.deps;
  await callApp(server, addFavourite, { performerId }, headers);
  await db.execute(sql`insert into chat_message (performer_id, seq, author, message_type, sender, message, sent_at)
    values (${performerId}, 1, ${`member:${memberId}`}, 'member', 'dirk1919', 'my secret line', now())`);
  await db.execute(sql`insert into chat_sanction (performer_id, member_id, name, kind, reason, since)
    values (${performerId}, ${memberId}, 'dirk1919', 'mute', 'my secret reason', now())`);
  const message = { performerId, clientId: server.deps.newId(), message: 'my secret wish' };
  await callApp(server, sendPrivateMessage, { conversationId: 'new', ...message }, headers);
  expect((await filesOf(await download(headers)))['private-messages.json']).toContain('my secret wish');
  await removeMember(server.deps, operatorCaller('root'), 'dirk1919@example.com');
  const { rows } = (await db.execute(
    sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )) as unknown as { rows: { table_name: string }[] };
  for (const { table_name } of rows) {
    const { rows: left } = (await db.execute(
      sql.raw(`select 1 from "${table_name}" as one where one::text ~ 'dirk1919|my secret'`),
    )) as unknown as { rows: unknown[] };
    expect(left.length, table_name).toBe(0);
  }
});
