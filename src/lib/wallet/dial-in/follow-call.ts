import { atom } from 'nanostores';
import { reportChatError } from '#contract/chat/session-calls.ts';
import { labelOf } from '#contract/errors.ts';
import {
  DIAL_IN_POLL_MS,
  DIAL_IN_REOPEN_MS,
  DIAL_IN_RESET_MS,
  dialInStateSchema,
  type Tariff,
} from '#contract/wallet/dial-in.ts';
import {
  type DialIn,
  openDialIn as openDialInCall,
  readCall,
  readDialIn,
  verifyDialIn,
} from '#contract/wallet/dial-in-calls.ts';
import { call } from '../../api/call.ts';
import { on, reconnect } from '../../api/socket.ts';
import { $session } from '../../member/account/store.ts';
import { deviceOf } from '../../shell/device.ts';
import { documentLocale } from '../../shell/document-locale.ts';
import { $drawer, closeDrawer } from '../../shell/drawer.ts';
import { keepCall } from '../../shell/kept-call.ts';
import { tellDrawer } from '../../shell/late/tell.ts';
import { withLoader } from '../../shell/loader.ts';
import { formatEuro } from '../../shell/numbers.ts';
import { onVisible } from '../../shell/on-visible.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { tellEnded, tellHungUp, tellRunning } from './announce.ts';
import { $dialIn, noDialIn } from './store.ts';

/** ms between two looks at a call that runs; a push tells of its end sooner. */
const RUNNING_POLL_MS = 5000;

/** Number and code while a call is waited for. */
export const $opened = atom<DialIn | null>(null);
export const $tariff = atom<Tariff | null>(null);
/** What the drawer says above the offer. */
export const $dialInTrouble = atom<MessageKey | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;
const noWait = (): void => {};
let stopWaiting = noWait;
let stops: (() => void)[] = [];

/** Reads what a call costs, and goes on with this browser's own session. Throws nothing. */
export async function readOwnCall(): Promise<void> {
  try {
    const { tariff, session } = await call(readDialIn, {});
    $tariff.set(tariff);
    if (session) take(session);
    else forget();
  } catch (error) {
    fail(error);
  }
}

/** Asks for a code, which a call has to be made with. */
export async function openDialIn(): Promise<void> {
  $dialInTrouble.set(null);
  try {
    const opened = await withLoader(call(openDialInCall, {}));
    // The socket was let in before the session was there.
    reconnect();
    take(opened);
  } catch (error) {
    fail(error);
  }
}

/** After a login: a member pays with credits. */
export function forget(): void {
  clearTimeout(timer);
  stopWaiting();
  for (const stop of stops.splice(0)) stop();
  $opened.set(null);
  $dialIn.set(noDialIn);
  keepCall(null);
}

/** A session that is over, and was when the page was loaded, is nothing to go on with. */
function take(opened: DialIn): void {
  $tariff.set(opened.tariff);
  $opened.set(opened);
  if (!$dialIn.get().init && opened.state !== 'PENDING' && opened.state !== 'IN_CALL') {
    forget();
    return;
  }
  listen();
  const price = formatEuro(opened.tariff.centsPerMinute / 100, documentLocale());
  const { session, nickname } = opened;
  keepCall(session);
  $dialIn.set({ ...$dialIn.get(), init: true, session, nickname, price });
  apply(opened);
}

function listen(): void {
  if (stops.length > 0) return;
  stops = [
    onVisible(() => void poll()),
    on('dial-in-status', (status) => {
      if (status.session === $dialIn.get().session) apply(status);
    }),
    $session.listen(({ status }) => {
      if (status !== 'member') return;
      if ($dialIn.get().active) void tellHungUp();
      forget();
    }),
  ];
}

interface Status {
  readonly state: string;
  readonly seconds: number | null;
  readonly cents: number | null;
}

function apply(status: Status): void {
  const before = $dialIn.get();
  clearTimeout(timer);
  const state = dialInStateSchema.safeParse(status.state).data;
  if (state === undefined) {
    void call(reportChatError, { error: `unknown dial-in state: ${status.state}`.slice(0, 200) }).catch(
      () => {},
    );
    later(DIAL_IN_POLL_MS);
    return;
  }
  if (state !== 'PENDING') stopWaiting();
  if (state === 'PENDING') waitFor();
  else if (state === 'IN_CALL') begin(before.active);
  else if (state === 'ENDED') end(status);
  else expire();
}

function waitFor(): void {
  $dialIn.set({ ...$dialIn.get(), state: 'PENDING', active: false });
  if (stopWaiting === noWait)
    void withLoader(
      new Promise<void>((done) => {
        stopWaiting = () => {
          stopWaiting = noWait;
          done();
        };
      }),
    );
  later(DIAL_IN_POLL_MS);
}

function begin(wasActive: boolean): void {
  later(RUNNING_POLL_MS);
  if (wasActive) return;
  $opened.set(null);
  $dialIn.set({ ...$dialIn.get(), state: 'IN_CALL', active: true });
  if ($drawer.get() === 'dial-in') closeDrawer();
  void tellRunning();
}

function end(status: Status): void {
  timer = setTimeout(forget, DIAL_IN_RESET_MS);
  if ($dialIn.get().state === 'ENDED') return;
  keepCall(null);
  $dialIn.set({ ...$dialIn.get(), state: 'ENDED', active: false });
  void tellEnded(status);
}

function expire(): void {
  const wasOpen = $drawer.get() === 'dial-in';
  forget();
  $dialInTrouble.set('dialIn.expired');
  closeDrawer();
  // Nobody is called to a drawer that was put away.
  if (wasOpen) setTimeout(() => tellDrawer('dial-in'), DIAL_IN_REOPEN_MS);
}

function later(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void poll(), ms);
}

/** A phone leaves the page for its call: back on it, it asks first whether its code was entered. */
async function poll(): Promise<void> {
  const { session, active } = $dialIn.get();
  if (session === null) return;
  clearTimeout(timer);
  try {
    if (!active && deviceOf(window.innerWidth) !== 'desktop') {
      const { verified, nickname } = await call(verifyDialIn, { session });
      if (verified) $dialIn.set({ ...$dialIn.get(), nickname });
    }
    const status = await call(readCall, { session });
    if ($dialIn.get().session === session) apply(status);
  } catch (error) {
    if ($dialIn.get().session !== session) return;
    if (labelOf(error) === 'badRequest.dialIn.notExists') fail(error);
    else later(active ? RUNNING_POLL_MS : DIAL_IN_POLL_MS);
  }
}

const troubles: Partial<Record<string, MessageKey>> = {
  'badRequest.dialIn.notExists': 'dialIn.notFound',
  'badRequest.tooMany': 'dialIn.tooMany',
  UNAVAILABLE: 'ui.unavailable',
};

function fail(error: unknown): void {
  const label = labelOf(error);
  if (label !== 'UNAVAILABLE') forget();
  // Nobody is offered what is not there.
  if (label === 'badRequest.notFound') $tariff.set(null);
  $dialInTrouble.set(troubles[label] ?? 'dialIn.off');
}
