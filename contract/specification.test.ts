import { expect, it } from 'vitest';
import { CAM_BACK_REST_MS } from './chat/cam-back-calls.ts';
import { KEEP_ALIVE_MS, KEEP_ALIVE_RETRY_MS } from './chat/session.ts';
import { namedTips, TIP_MAX, TIP_MIN, tipPresets } from './chat/tipping/tips.ts';
import { CHAT_MESSAGE_MAX } from './fields.ts';
import { breakpoints, DEFAULT_IMAGE } from './image.ts';
import { FAVOURITE_LOCK_MS } from './member/account/favourites-calls.ts';
import {
  SUGGESTION_LIMIT,
  SUGGESTION_MAX_LENGTH,
  SUGGESTIONS_SHOWN,
} from './member/settings/settings-calls.ts';
import { USERNAME_MAX, USERNAME_MIN } from './member/usernames.ts';
import { SUGGESTION_PAGE } from './messaging/conversations.ts';
import { MESSAGE_MAX, MESSAGE_PAGE } from './messaging/messages.ts';
import { PAGE_SIZE } from './performers/directory/directory-calls.ts';
import { RELATED_LIMIT } from './performers/profile/profile-calls.ts';
import { DIAL_IN_POLL_MS, DIAL_IN_REOPEN_MS, DIAL_IN_RESET_MS } from './wallet/dial-in-calls.ts';
import { LOW_CREDITS, prices } from './wallet/prices.ts';
import { BASE_CENTS_PER_MINUTE, BUNDLES_SHOWN } from './wallet/purchase-calls.ts';

// Other tests use these by name.
it.each([
  [
    'P1.13 P9.1 L5.5 L9.1 credits for the address, a message, VIP, a minute, a minute of VIP',
    [prices.welcome, prices.message, prices.vipMinimum, prices.chatMinute, prices.vipMinute],
    [120, 60, 480, 60, 240],
  ],
  [
    'P9.14 px of images',
    [...breakpoints, DEFAULT_IMAGE.width, DEFAULT_IMAGE.height],
    [320, 640, 768, 1024, 1280, 1536, 400, 300],
  ],
  ['P4.38 ms for which a heart is locked', [FAVOURITE_LOCK_MS], [3000]],
  ['P5.20 length of a username', [USERNAME_MIN, USERNAME_MAX], [4, 31]],
  ['P5.25 length of a private message', [MESSAGE_MAX], [255]],
  ['P9.2 low credits', [LOW_CREDITS], [500]],
  ['P9.3 username suggestions', [SUGGESTION_LIMIT, SUGGESTIONS_SHOWN, SUGGESTION_MAX_LENGTH], [5, 3, 32]],
  ['P9.5 pages of messages and of suggestions', [MESSAGE_PAGE, SUGGESTION_PAGE], [20, 10]],
  ['P9.7 pages of performers and related ones', [PAGE_SIZE, RELATED_LIMIT], [60, 10]],
  ['L4.57 ms between two cameras', [CAM_BACK_REST_MS], [10_000]],
  ['L5.4 credits of a tip', [TIP_MIN, TIP_MAX], [100, 100_000]],
  ['L5.6 length of a chat message', [CHAT_MESSAGE_MAX], [250]],
  ['L5.10 bundles shown', [BUNDLES_SHOWN], [5]],
  [
    'L9.2 tip presets',
    tipPresets.map(({ name, amount }) => `${name} ${amount}`),
    ['rose 100', 'kiss 250', 'loving 500', 'love 750', 'rockIt 1000', 'diamond 2500'],
  ],
  ['L9.3 tip types', namedTips, ['wink', 'kiss', 'drink', 'heart', 'gift']],
  ['L9.6 cents per minute without discount', [BASE_CENTS_PER_MINUTE], [99]],
  ['L9.9 ms between keep-alives, and before a retry', [KEEP_ALIVE_MS, KEEP_ALIVE_RETRY_MS], [3000, 1000]],
  ['L9.10 ms of dial-in', [DIAL_IN_POLL_MS, DIAL_IN_RESET_MS, DIAL_IN_REOPEN_MS], [1000, 3000, 100]],
])('%s: as in the specification', (_, values, specified) => expect(values).toEqual(specified));
