import { expect, it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';
import { projectFiles, testFiles } from '../architecture/files.ts';
import { checkClaims, readTexts } from './check.ts';
import { harmless } from './harmless.ts';
import { duties, keeping } from './table/keeping.ts';
import { paying } from './table/paying.ts';
import { reading } from './table/reading.ts';
import { watching } from './table/watching.ts';

it('has each statement about who sees, reads, pays, earns or keeps in the table, with code and test', () => {
  const claims = [...watching, ...reading, ...paying, ...keeping];
  const files = new Set(projectFiles(/\.(tsx?|astro|md)$/).map(({ path }) => path));
  expectJoined(checkClaims({ claims, duties, harmless }, { texts: readTexts(), tests: testFiles(), files }));
});

const server = projectFiles(/^server\/(?!.*(?:\.test\.ts|\/testing)).*\.ts$/);

/** The only calls that hand out a stream, a camera or a picture of one, and to whom. */
const handedOut: Readonly<Record<string, string>> = {
  'server/chat/join/join-chat.ts: playTarget streamRoom': 'viewers of a chat',
  'server/desk/live/watch-stream.ts: playTarget streamRoom': 'a moderator who has opened the stream',
  'server/desk/live/wall-pictures.ts: picture streamRoom': 'the live wall, of public streams',
  'server/studio/snapshots.ts: picture streamRoom': 'lists and cards, of public streams',
  'server/studio/cam-backs.ts: playTarget returnRoom': 'the performer to whom the camera is shown',
  'server/studio/broadcast.ts: playTarget streamRoom': 'the performer herself',
};

it('hands out streams, cameras and pictures in the listed places only', () => {
  const found = server.flatMap(({ path, text }) =>
    [...text.matchAll(/\.(playTarget|picture)\(\s*(\w+)\(/g)].map(
      ([, act, room]) => `${path}: ${act} ${room}`,
    ),
  );
  expect(found.sort()).toEqual(Object.keys(handedOut).sort());
});

it('reads private messages at the desk for reports only', () => {
  const read = server
    .filter(({ path }) => path.startsWith('server/desk/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/from '(#server\/messaging\/[^']+)'/g)].map(([, file]) => `${path}: ${file}`),
    );
  expect(read).toEqual([
    'server/desk/reports/read-cases.ts: #server/messaging/reports/report-conversation.ts',
  ]);
});
