import { it } from 'vitest';
import { lawFiles, lawFormats, lawPath } from '#contract/desk/reports/law.ts';
import { apiBases, callKey } from '#contract/endpoint.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { bindings } from '#server/boot/routes.ts';
import { seller } from '#server/testing/test-app.ts';
import { deskRawRoutes } from './routes.ts';

const FILE = 'server/desk/looks.joined.test.ts';

/** Reading calls and files of the desk that write no row of the log by themselves, and why. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  'the operator’s own account': ['/account', '/sessions', '/passkeys'],
  'colleagues, whose acts are in the log': ['/operators'],
  'the log itself': ['/log'],
  'numbers and states, of nobody': [
    '/house',
    '/house/books',
    '/house/work',
    '/today',
    '/affiliates',
    '/affiliates/days',
    '/revenue',
    '/tax/vat',
    '/tax/years',
    '/work/counts',
    '/work/events',
  ],
  'partners by code and name, no members': ['/affiliates/terms', '/affiliates/current'],
  'keys of what waits, noted when it is opened': ['/work'],
  'published content': ['/content', '/content/changes'],
  'public pictures and streams': ['/pictures', '/live', '/wall-picture'],
  'noted when the stream is opened (stream.opened, show.opened)': [
    '/live/{performer}',
    '/live/{performer}/player',
  ],
  'adds a copy, and shows nothing (identity.copy-added)': ['/identity-copy'],
  'part of a case that was opened (eye.case-opened)': ['/report-picture'],
  'noted by the guard of acts of value (file.exported)': [
    '/books.csv',
    '/inspection.zip',
    '/list/:file',
    '/tax/dac7.xml',
    '/statement.csv',
    '/payouts.xml',
    '/police-note.txt',
    ...lawFiles.flatMap((file) =>
      lawFormats.map((format) => lawPath(file, format).slice(apiBases.desk.length)),
    ),
  ],
};

it('notes what operators see: each reading call says at what they look, or why at nobody', () => {
  const quiet = new Set(Object.values(unseen).flat());
  const read = bindings.filter(({ call }) => call.base === 'desk' && call.method === 'GET');
  const doors = [
    ...read.map(({ call, looks }) => ({ name: callKey(call), path: call.path, looks: looks !== undefined })),
    ...deskRawRoutes(bindings, seller).map(({ path }) => ({
      name: `GET ${path}`,
      path: path.slice(apiBases.desk.length),
      looks: false,
    })),
  ];
  expectJoined([
    ...doors
      .filter(({ path, looks }) => !looks && !quiet.has(path))
      .map(
        ({ name }) =>
          `${name} shows people unseen: bind it with \`looks\`, or add it to ${FILE} with a reason`,
      ),
    ...doors
      .filter(({ path, looks }) => looks && quiet.has(path))
      .map(({ name }) => `${name} is noted: remove it from ${FILE}`),
    ...[...quiet]
      .filter((path) => !doors.some((door) => door.path === path))
      .map((path) => `${path} is no reading call of the desk (any more): remove it from ${FILE}`),
  ]);
});
