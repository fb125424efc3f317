import { expect, it } from 'vitest';
import { ROOT_MARGIN } from '../enhance/list/load-more.ts';
import { PAGE_VIEW_MS } from '../enhance/measuring/tag-manager.ts';
import { SENT_SHOWN_MS } from './member/account/activation-mail.ts';
import { HANDLED_AFTER_MS } from './messaging/opened/incoming.ts';
import { POPUPS_MAX } from './messaging/popups/popups.ts';
import { MOBILE_BELOW, RESIZE_REST_MS } from './shell/device.ts';
import { IDLE_TIMEOUT_MS } from './shell/start/browser.ts';

// Other tests use these by name.
it.each([
  ['P4.19 ms for which a resent mail is confirmed', SENT_SHOWN_MS, 10_000],
  ['P4.25 ms until an incoming message is handled', HANDLED_AFTER_MS, 100],
  ['P9.5 open conversations', POPUPS_MAX, 4],
  ['P7.47 ms until a page view is sent', PAGE_VIEW_MS, 250],
  ['P9.9 ms after a resize', RESIZE_REST_MS, 50],
  ['P9.13 margin of the infinite scroll', ROOT_MARGIN, '200px'],
  ['P9.9 ms to wait for an idle browser', IDLE_TIMEOUT_MS, 2000],
  ['P9.12 px below which a device is a phone', MOBILE_BELOW, 1024],
])('%s: as in the specification', (_, value, specified) => expect(value).toBe(specified));
