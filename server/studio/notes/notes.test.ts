import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { listViewers } from '#contract/chat/room/sanction-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { NOTE_MAX, NOTES_FILE, readMemberNote, saveMemberNote } from '#contract/studio/note-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { notesOf } from '#server/performers/notes/notes.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import {
  aMember,
  aPerformer,
  eraseAccount,
  type TestMember,
  type TestPerformer,
} from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';

/** A name and a text from right to left, with a sign that would turn what follows around. */
const HEBREW = 'שלום \u202eabc, אוהב ג׳אז';

describe.each(databaseKinds())('a performer’s notes about members on $name', (database) => {
  const test = startTestApp({ on: database });

  const save = ({ token }: TestPerformer, { id }: TestMember, text: string) =>
    callApp(test, saveMemberNote, { memberId: id, text }, bearer(token));
  const read = async ({ token }: TestPerformer, { id }: TestMember) =>
    (await callApp(test, readMemberNote, { memberId: id }, bearer(token))).text;
  const aViewer = async (vera: TestPerformer) => {
    const anna = await aMember(test);
    await join(test, anna.caller, vera);
    return anna;
  };

  it('are hers alone, also if they are saved at once', async () => {
    const [vera, mila] = [await aPerformer(test, onlineStatus.free), await aPerformer(test)];
    const anna = await aViewer(vera);
    await Promise.all([save(vera, anna, 'houdt van jazz'), save(vera, anna, 'houdt van jazz')]);
    await save(vera, anna, HEBREW);
    expect([await read(vera, anna), await read(mila, anna)]).toEqual([HEBREW, '']);
    await save(vera, anna, ' ');
    expect(await read(vera, anna)).toBe('');
  });

  it('do not replace what another tab has saved meanwhile', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const anna = await aViewer(vera);
    const saveFrom = (seen: string, text: string) =>
      callApp(test, saveMemberNote, { memberId: anna.id, text, seen }, bearer(vera.token));
    const both = await Promise.allSettled([saveFrom('', 'jazz'), saveFrom('', 'blues')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const stored = await read(vera, anna);
    await expect(saveFrom('', 'soul')).rejects.toThrow('badRequest.form.changed');
    await saveFrom('', stored);
    await saveFrom(stored, 'soul');
    expect(await read(vera, anna)).toBe('soul');
  });

  it('are about members she has met, in her room or in messages', async () => {
    const [vera, anna] = [await aPerformer(test, onlineStatus.free), await aMember(test, 100)];
    await expect(save(vera, anna, 'x')).rejects.toThrow('badRequest.notFound');
    await expect(save(vera, { ...anna, id: 2_000_000_000 }, 'x')).rejects.toThrow('badRequest.notFound');
    await messengerOf(test).write(anna, vera, 'Hoi');
    await save(vera, anna, 'schrijft graag');
    await expect(save(vera, anna, 'a'.repeat(NOTE_MAX + 1))).rejects.toThrow('badRequest.invalid.input');
    expect(await read(vera, anna)).toBe('schrijft graag');
  });

  it('are listed with her viewers', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const anna = await aViewer(vera);
    await save(vera, anna, HEBREW);
    const { viewers } = await callApp(test, listViewers, {}, bearer(vera.token));
    expect(viewers).toMatchObject([{ memberId: anna.id, note: HEBREW }]);
  });

  it('are part of what the member may download, and are erased with the member', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const anna = await aViewer(vera);
    await save(vera, anna, HEBREW);
    const answer = await test.app.request('/api/member/data', {
      headers: { 'api-key': test.deps.config.apiKey, ...bearer(anna.token) },
    });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const own: unknown = JSON.parse(strFromU8(files['performer-notes.json'] ?? new Uint8Array()));
    expect(own).toMatchObject([{ performer: vera.username, text: HEBREW }]);
    await eraseAccount(test, bearer(anna.token));
    expect(await notesOf(test.deps.db, vera.id)).toEqual([]);
    await expect(save(vera, anna, 'x')).rejects.toThrow(/badRequest\.(notFound|unauthorized)/);
  });

  it('can be downloaded by her, with formulas as text, and are erased with her account', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const anna = await aViewer(vera);
    await save(vera, anna, '=1+1; "jazz"');
    const query = new URLSearchParams({ 'api-key': test.deps.config.apiKey, lang: 'en' });
    const answer = await test.app.request(`${NOTES_FILE}?${query}`, { headers: bearer(vera.token) });
    const [head, line] = (await answer.text()).split('\r\n');
    expect(head).toBe('member,note,saved on');
    expect(line).toMatch(/^lid\d+,"'=1\+1; ""jazz""",[-\d]+ 13:00:00$/);
    await removePerformer(test.deps, operatorCaller('els', 'left'), vera.username);
    expect(await notesOf(test.deps.db, vera.id)).toEqual([]);
  });
});
