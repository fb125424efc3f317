// @ts-check
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders that have taken no module of this build. @type {Set<string>} */
const unused = new Set();

/**
 * The modules of one built file, with their imports; the first group that names one gets it. A folder stands for its
 * own files, without subfolders; a package for all its files.
 * @param {string} name @param {readonly string[]} paths
 */
export function group(name, ...paths) {
  const tests = paths.map(testOf);
  return { name, test: (/** @type {string} */ id) => tests.some((test) => test(id)) };
}

/** Throws for a missing path, and for a file of this repository. @param {string} path @returns {(id: string) => boolean} */
function testOf(path) {
  if (path.startsWith('\0')) return (id) => id === path;
  if (!existsSync(root + path)) return packageTest(path);
  if (!statSync(root + path).isDirectory())
    throw new Error(`A bundle names the file ${path}: name its folder`);
  unused.add(path);
  return (id) => {
    // Packages may be linked from another folder.
    const isOwn = !id.includes('/node_modules/') && dirname(id).endsWith(`/${path}`);
    if (isOwn) unused.delete(path);
    return isOwn;
  };
}

/** @param {string} path @returns {(id: string) => boolean} */
function packageTest(path) {
  const place = `node_modules/${path}`;
  if (!existsSync(root + place)) throw new Error(`A bundle names ${path}, which does not exist`);
  const isFolder = statSync(root + place).isDirectory();
  return isFolder ? (id) => id.includes(`/${place}/`) : (id) => id.endsWith(`/${place}`);
}

/** Modules used together share a file: each file adds headers, a request and is compressed separately. */
export const bundles = [
  // Loaded by every page. Only modules without side effects.
  group(
    'shared',
    '\0vite/preload-helper.js',
    'nanostores/atom',
    'nanostores/clean-stores',
    'nanostores/warn',
    'contract/start',
    'src/lib/api/start',
    'src/lib/shell/start',
    'src/lib/site/start',
  ),
  // Calls made by every page of a member, and the code that validates the responses.
  group(
    'calls',
    'ofetch',
    'zod',
    'contract',
    'contract/member/account',
    'contract/performers',
    'src/lib/api',
  ),
  group('settings-calls', 'contract/member/settings'),
  // Without what only the studio and moderators decide.
  group('chat-calls', 'contract/chat', 'contract/chat/tipping', 'packages/media/port'),
  // What the studio and a moderator decide about viewers, and the top tippers.
  group('room-calls', 'contract/chat/room'),
  group('state', 'nanostores', 'src/lib/member', 'src/lib/shell', 'src/lib/site/links', 'src/lib/wallet'),
  // Used by forms and by other parts.
  group('refusal-texts', 'src/lib/shell/texts'),
  group(
    'socket',
    '@socket.io',
    'engine.io-client',
    'engine.io-parser',
    'socket.io-client',
    'socket.io-parser',
    'src/lib/api/socket',
  ),
  // Follows a member's messages on every page; the parts that show them are loaded on demand.
  group('messages', 'src/lib/messaging/inbox', 'src/lib/messaging/popups', 'src/lib/messaging/sending'),
  // All islands need all of it, including icons.
  group('react', '@nanostores/react', 'lucide-react', 'react', 'react-dom', 'scheduler'),
  group(
    'controls',
    '@base-ui/react/internals/composite/composite.mjs',
    '@base-ui/react/internals/useAnimationsFinished.mjs',
    '@base-ui/react/internals/useOpenChangeComplete.mjs',
    '@base-ui/react/internals/useTransitionStatus.mjs',
    'src/islands/ui/controls',
  ),
  group('forms', 'src/islands/member/form', 'src/islands/ui/form', 'src/lib/forms'),
  group('player', 'packages/media/player'),
  // The stream page's script outside its islands. Last, because a group also takes what its modules import.
  group('stream-state', 'src/lib/chat'),
];

/** Folders of `bundles` without a module in the build that just ran: renamed, or used by no page any more. */
export const unusedFolders = () => [...unused];
