import { atom, type WritableAtom } from 'nanostores';
import { reportChatError } from '#contract/chat/session-calls.ts';
import { labelOf } from '#contract/errors.ts';
import {
  DIAL_IN_POLL_MS,
  DIAL_IN_REOPEN_MS,
  DIAL_IN_RESET_MS,
  type DialIn,
  dialInStateSchema,
  openDialIn as openDialInCall,
  readCall,
  readDialIn,
  type Tariff,
  verifyDialIn,
} from '#contract/wallet/dial-in-calls.ts';
import { call } from '../../api/call.ts';
import { on, reconnect } from '../../api/socket/socket.ts';
import { deviceOf, onVisible } from '../../shell/device.ts';
import { keepCall } from '../../shell/kept.ts';
import { tellDrawer } from '../../shell/open-dialogs.ts';
import { $drawer, closeDrawer, closeModal } from '../../shell/start/dialogs.ts';
import { showToast, withLoader } from '../../shell/start/feedback.ts';
import { $session } from '../../shell/start/session.ts';
import { type RefusalTexts, textFor } from '../../shell/texts/refusal-texts.ts';
import { documentLocale, loadMessages, type Translator, translator } from '../../shell/translate.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { formatEuro } from '../../site/numbers.ts';
import { $dialIn, type DialInView, noDialIn } from '../store.ts';

/** ms between two polls of a running call; a push usually reports its end sooner. */
const RUNNING_POLL_MS = 5000;

/** Follows a phone call from its code to its bill; the state is in `$dialIn`. */
interface CallFollower {
  /** Number and code while a call is awaited. */
  readonly $opened: WritableAtom<DialIn | null>;
  readonly $tariff: WritableAtom<Tariff | null>;
  /** Message above the drawer's offer. */
  readonly $dialInTrouble: WritableAtom<MessageKey | null>;
  /** Reads the tariff, and continues this browser's own session. Never throws. */
  readOwnCall(): Promise<void>;
  /** Requests a code for a call. */
  openDialIn(): Promise<void>;
  /** Stops following after a login: a member pays with credits. */
  forget(): void;
}

function createCallFollower(): CallFollower {
  const $opened = atom<DialIn | null>(null);
  const $tariff = atom<Tariff | null>(null);
  const $dialInTrouble = atom<MessageKey | null>(null);
  const wait = createWait();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stops: (() => void)[] = [];

  const forget = (): void => {
    clearTimeout(timer);
    wait.end();
    for (const stop of stops.splice(0)) stop();
    $opened.set(null);
    $dialIn.set(noDialIn);
    keepCall(null);
  };
  /** Does not continue a session that had already ended when the page was loaded. */
  const take = (opened: DialIn): void => {
    $tariff.set(opened.tariff);
    $opened.set(opened);
    if (!$dialIn.get().init && opened.state !== 'PENDING' && opened.state !== 'IN_CALL') {
      forget();
      return;
    }
    if (stops.length === 0) stops = listen({ poll: () => void poll(), apply, forget });
    const price = formatEuro(opened.tariff.centsPerMinute / 100, documentLocale());
    const { session, nickname } = opened;
    keepCall(session);
    change({ init: true, session, nickname, price });
    apply(opened);
  };
  const apply = (status: Status): void => {
    const state = dialInStateSchema.safeParse(status.state).data;
    clearTimeout(timer);
    if (state === undefined) {
      logUnknownState(status.state);
      later(DIAL_IN_POLL_MS);
    } else if (state === 'PENDING') waitFor();
    else if (state === 'IN_CALL') begin();
    else if (state === 'ENDED') end(status);
    else expire();
  };
  const waitFor = (): void => {
    change({ state: 'PENDING', active: false });
    wait.begin();
    later(DIAL_IN_POLL_MS);
  };
  const begin = (): void => {
    wait.end();
    later(RUNNING_POLL_MS);
    if ($dialIn.get().active) return;
    $opened.set(null);
    change({ state: 'IN_CALL', active: true });
    if ($drawer.get() === 'dial-in') closeDrawer();
    void tellRunning();
  };
  const end = (status: Status): void => {
    wait.end();
    timer = setTimeout(forget, DIAL_IN_RESET_MS);
    if ($dialIn.get().state !== 'ENDED') leave(status);
  };
  const expire = (): void => {
    const wasOpen = $drawer.get() === 'dial-in';
    forget();
    $dialInTrouble.set('dialIn.expired');
    closeDrawer();
    // A drawer the visitor closed is not opened again.
    if (wasOpen) setTimeout(() => tellDrawer('dial-in'), DIAL_IN_REOPEN_MS);
  };
  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), ms);
  };
  const poll = async (): Promise<void> => {
    const { session, active } = $dialIn.get();
    if (session === null) return;
    clearTimeout(timer);
    try {
      if (!active) await verify(session);
      const status = await call(readCall, { session });
      if ($dialIn.get().session === session) apply(status);
    } catch (error) {
      if ($dialIn.get().session !== session) return;
      if (labelOf(error) === 'badRequest.dialIn.notExists') fail(error);
      else later(active ? RUNNING_POLL_MS : DIAL_IN_POLL_MS);
    }
  };
  const fail = (error: unknown): void => {
    const label = labelOf(error);
    if (label !== 'UNAVAILABLE') forget();
    // Hides the offer if the server has no phone payment.
    if (label === 'badRequest.notFound') $tariff.set(null);
    $dialInTrouble.set(textFor(label, ownTexts, 'dialIn.off'));
  };
  return {
    $opened,
    $tariff,
    $dialInTrouble,
    forget,
    async readOwnCall() {
      try {
        const { tariff, session } = await call(readDialIn, {});
        $tariff.set(tariff);
        if (session) take(session);
        else forget();
      } catch (error) {
        fail(error);
      }
    },
    async openDialIn() {
      $dialInTrouble.set(null);
      try {
        const opened = await withLoader(call(openDialInCall, {}));
        // The socket connected before the session existed.
        reconnect();
        take(opened);
      } catch (error) {
        fail(error);
      }
    },
  };
}

const change = (how: Partial<DialInView>): void => $dialIn.set({ ...$dialIn.get(), ...how });

interface Status {
  readonly state: string;
  readonly seconds: number | null;
  readonly cents: number | null;
}

/** Ends the call and shows its bill. */
function leave(status: Status): void {
  keepCall(null);
  // The nickname is not needed without a call.
  closeModal('Nickname');
  change({ state: 'ENDED', active: false });
  void tellEnded(status);
}

/** Returns a wait that shows the loader from `begin` to `end`. */
function createWait(): { begin(): void; end(): void } {
  let done: (() => void) | null = null;
  return {
    begin() {
      if (done) return;
      const waited = new Promise<void>((resolve) => {
        done = resolve;
      });
      void withLoader(waited);
    },
    end() {
      done?.();
      done = null;
    },
  };
}

interface Followed {
  poll(): void;
  apply(status: Status): void;
  forget(): void;
}

function listen({ poll, apply, forget }: Followed): (() => void)[] {
  return [
    onVisible(poll),
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

/** A phone leaves the page for its call: when it returns, checks first whether the code was entered. */
async function verify(session: string): Promise<void> {
  if (deviceOf(window.innerWidth) === 'desktop') return;
  const { verified, nickname } = await call(verifyDialIn, { session });
  if (verified) change({ nickname });
}

const logUnknownState = (state: string): void =>
  void call(reportChatError, { error: `unknown dial-in state: ${state}`.slice(0, 200) }).catch(() => {});

const ownTexts: RefusalTexts = {
  'badRequest.dialIn.notExists': 'dialIn.notFound',
  'badRequest.tooMany': 'dialIn.tooMany',
};

/** The page's instance. */
export const { $opened, $tariff, $dialInTrouble, readOwnCall, openDialIn, forget } = createCallFollower();

async function texts(): Promise<{ t: Translator; locale: string }> {
  const locale = documentLocale();
  return { t: translator(await loadMessages(locale), locale), locale };
}

async function tellRunning(): Promise<void> {
  const { t } = await texts();
  showToast('success', t('dialIn.running'));
}

/** Called after a login during the call. */
async function tellHungUp(): Promise<void> {
  const { t } = await texts();
  showToast('success', t('dialIn.hungUp'));
}

/** Shows the length and the price of the call. */
async function tellEnded({
  seconds,
  cents,
}: {
  seconds: number | null;
  cents: number | null;
}): Promise<void> {
  const { t, locale } = await texts();
  if (seconds === null || cents === null) {
    showToast('success', t('dialIn.ended'));
    return;
  }
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  showToast('success', t('dialIn.endedWith', { time, price: formatEuro(cents / 100, locale) }));
}
