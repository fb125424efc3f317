import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { NOTE_MAX } from '#contract/studio/note-calls.ts';
import { aMember, aPerformer, eraseAccount, type TestPerformer } from '#server/testing/people.ts';
import { bearer } from '#server/testing/test-app.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';
import { openPage } from '../testing/page.ts';
import { openNote } from './note.ts';

let server: TestServer;
let vera: TestPerformer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  vera = await aPerformer(server, onlineStatus.free);
  openPage(server).cookies.set('vonk_studio', vera.token);
});

it('saves a note, which another page then reads', async () => {
  const anna = await aMember(server);
  await join(server, anna.caller, vera);
  const note = openNote(anna.id, '');
  await note.saveMemberNote(' שלום, likes jazz ', '');
  expect(note.$note.get()).toEqual({ text: 'שלום, likes jazz', status: 'saved' });
  const other = openNote(anna.id);
  await other.readMemberNote();
  expect(other.$note.get()).toEqual({ text: 'שלום, likes jazz', status: 'ready' });
});

it('sends no note that is too long, and says when the member is gone', async () => {
  const anna = await aMember(server);
  await join(server, anna.caller, vera);
  const note = openNote(anna.id, 'likes jazz');
  await note.saveMemberNote('a'.repeat(NOTE_MAX + 1), 'likes jazz');
  expect(note.$note.get()).toEqual({ text: 'likes jazz', status: 'long' });
  await eraseAccount(server, bearer(anna.token));
  await note.saveMemberNote('likes blues', '');
  expect(note.$note.get().status).toBe('gone');
});
