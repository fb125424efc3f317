// @ts-check
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Modules of one built file, with their imports; the first group that names one gets it. A path is a file, folder,
 * package or virtual module. Throws for a missing path.
 * @param {string} name @param {readonly string[]} paths
 */
function group(name, ...paths) {
  const tests = paths.map(testOf);
  return { name, test: (/** @type {string} */ id) => tests.some((test) => test(id)) };
}

/** @param {string} path @returns {(id: string) => boolean} */
function testOf(path) {
  if (path.startsWith('\0')) return (id) => id === path;
  const place = existsSync(root + path) ? path : `node_modules/${path}`;
  if (!existsSync(root + place)) throw new Error(`A bundle names ${path}, which does not exist`);
  if (!statSync(root + place).isDirectory()) return (id) => id.endsWith(`/${place}`);
  return (id) => id.includes(`/${place}/`);
}

/** Modules used together share a file: each file adds headers, a request and is compressed separately. */
export const bundles = [
  // Loaded by every page. Only modules without side effects.
  group(
    'shared',
    '\0vite/preload-helper.js',
    'contract/cookies.ts',
    'contract/locales.ts',
    'contract/performers/looks.ts',
    'contract/roots.ts',
    'nanostores/atom',
    'nanostores/clean-stores',
    'nanostores/warn',
    'src/lib/api/api-origin.ts',
    'src/lib/api/page.ts',
    'src/lib/shell/flag-cookie.ts',
    'src/lib/shell/dialogs.ts',
    'src/lib/shell/failures.ts',
    'src/lib/shell/hooks.ts',
    'src/lib/shell/loader.ts',
    'src/lib/shell/on-idle.ts',
    'src/lib/shell/own-travel.ts',
    'src/lib/shell/saves-data.ts',
    'src/lib/shell/session.ts',
    'src/lib/shell/tabs/session-stamp.ts',
    'src/lib/shell/toast.ts',
    'src/lib/site/api-meta.ts',
    'src/lib/site/chrome/web-app.ts',
    'src/lib/site/cookies.ts',
  ),
  // Calls made by every page of a member, and the code that validates the responses.
  group(
    'calls',
    'contract/chat/messages.ts',
    'contract/endpoint.ts',
    'contract/fields.ts',
    'contract/media/image.ts',
    'contract/member/account-calls.ts',
    'contract/member/favourites-calls.ts',
    'contract/own.ts',
    'contract/performers/status.ts',
    'contract/socket.ts',
    'contract/tracking/affiliate.ts',
    'contract/wallet/kept-wallet.ts',
    'ofetch',
    'src/lib/api/call.ts',
    'zod',
  ),
  group(
    'settings-calls',
    'contract/member/email-calls.ts',
    'contract/member/password-calls.ts',
    'contract/member/preferences-calls.ts',
    'contract/member/security-calls.ts',
    'contract/member/settings-calls.ts',
  ),
  // Without sanctions, which only the studio decides.
  group(
    'chat-calls',
    'contract/chat/action-calls.ts',
    'contract/chat/cam-back-calls.ts',
    'contract/chat/cam-back.ts',
    'contract/chat/lobby-calls.ts',
    'contract/chat/minutes.ts',
    'contract/chat/receipt-calls.ts',
    'contract/chat/receipt.ts',
    'contract/chat/room-calls.ts',
    'contract/chat/sanctions.ts',
    'contract/chat/session-calls.ts',
    'contract/chat/session.ts',
    'contract/chat/spending-calls.ts',
    'contract/chat/tips.ts',
    'contract/chat/toy-calls.ts',
    'contract/chat/toys.ts',
    'contract/chat/vip-calls.ts',
    'contract/chat/vip.ts',
    'src/lib/chat/store.ts',
  ),
  // What the studio and a moderator decide about viewers, the top tippers, and the helper for repeated reads.
  group(
    'room-calls',
    'contract/chat/moderator-calls.ts',
    'contract/chat/moderators.ts',
    'contract/chat/sanction-calls.ts',
    'contract/chat/top-tippers.ts',
    'src/lib/api/newest-answer.ts',
  ),
  group(
    'state',
    'contract/site/lasting-query.ts',
    'contract/tracking/device-keys.ts',
    'nanostores',
    'src/lib/forms/input-method.ts',
    'src/lib/member/settings/under-username.ts',
    'src/lib/messaging/inbox/unread.ts',
    'src/lib/shell/device.ts',
    'src/lib/shell/kept.ts',
    'src/lib/shell/translate.ts',
    'src/lib/shell/log.ts',
    'src/lib/shell/late-parts.ts',
    'src/lib/shell/part-failure.ts',
    'src/lib/shell/pinned.ts',
    'src/lib/shell/refusals.ts',
    'src/lib/shell/time.ts',
    'src/lib/shell/unread-text.ts',
    'src/lib/site/link.ts',
    'src/lib/tracking/moments.ts',
    'src/lib/wallet/dial-in/store.ts',
    'src/lib/wallet/purchase/store.ts',
    'src/lib/wallet/spending/store.ts',
  ),
  // Used by forms and by other parts.
  group('refusal-texts', 'src/lib/shell/refusal-texts.ts'),
  group(
    'socket',
    '@socket.io',
    'engine.io-client',
    'engine.io-parser',
    'socket.io-client',
    'socket.io-parser',
    'src/lib/api/socket.ts',
  ),
  // Follows a member's messages on every page; the parts that show them are loaded on demand.
  group(
    'messages',
    'src/lib/messaging/conversation',
    'src/lib/messaging/inbox/inbox.ts',
    'src/lib/messaging/inbox/note-message.ts',
    'src/lib/messaging/popups',
    'src/lib/messaging/sending/send.ts',
  ),
  // All islands need all of it, including icons.
  group('react', '@nanostores/react', 'lucide-react', 'react', 'react-dom', 'scheduler'),
  group(
    'controls',
    '@base-ui/react/internals/composite/composite.mjs',
    '@base-ui/react/internals/useAnimationsFinished.mjs',
    '@base-ui/react/internals/useOpenChangeComplete.mjs',
    '@base-ui/react/internals/useTransitionStatus.mjs',
    'src/islands/ui/Boundary.tsx',
    'src/islands/ui/Button.tsx',
    'src/islands/ui/Messages.tsx',
    'src/islands/ui/hydration.ts',
    'src/islands/ui/focus.ts',
    'src/islands/ui/lift-above.ts',
  ),
  group(
    'forms',
    'src/islands/member/account/PasswordField.tsx',
    'src/islands/member/account/use-form.ts',
    'src/islands/ui/Field.tsx',
    'src/islands/ui/Notice.tsx',
    'src/islands/ui/Select.tsx',
    'src/lib/forms/submit.ts',
  ),
  // The stream page's script outside its islands. Last, because a group also takes what its modules import.
  group(
    'stream-state',
    'packages/media/player/backoff.ts',
    'packages/media/port/retry-after.ts',
    'src/lib/chat/active-stream/active-stream.ts',
    'src/lib/chat/meter.ts',
    'src/lib/chat/request.ts',
    'src/lib/chat/session/goes-paid.ts',
    'src/lib/chat/session/support.ts',
    'src/lib/shell/keyboard-inset.ts',
  ),
];
