import { atom, type WritableAtom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import {
  DIAL_IN_POLL_MS,
  type DialIn,
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
import { withLoader } from '../../shell/start/feedback.ts';
import { $session } from '../../shell/start/session.ts';
import { type RefusalTexts, textFor } from '../../shell/texts/refusal-texts.ts';
import { documentLocale } from '../../shell/translate.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { formatEuro } from '../../site/numbers.ts';
import { $dialIn, noDialIn } from '../store.ts';
import {
  changeDialIn,
  createSteps,
  createTimer,
  createWait,
  RUNNING_POLL_MS,
  type Status,
  type Timer,
  tellHungUp,
} from './call-steps.ts';

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
  const timer = createTimer();
  let stops: (() => void)[] = [];

  const forget = (): void => {
    timer.stop();
    wait.end();
    for (const stop of stops.splice(0)) stop();
    $opened.set(null);
    $dialIn.set(noDialIn);
    keepCall(null);
  };
  const fail = (error: unknown): void => {
    const label = labelOf(error);
    if (label !== 'UNAVAILABLE') forget();
    // Hides the offer if the server has no phone payment.
    if (label === 'badRequest.notFound') $tariff.set(null);
    $dialInTrouble.set(textFor(label, ownTexts, 'dialIn.off'));
  };
  const { poll, later } = createPolling(timer, { onStatus: (status) => apply(status), onGone: fail });
  const apply = createSteps({ wait, timer, later, forget, $opened, $dialInTrouble });
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
    changeDialIn({ init: true, session, nickname, price });
    apply(opened);
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

interface Polling {
  /** Asks for the state of the call now. Never throws. */
  poll(): Promise<void>;
  /** Asks again after some ms. */
  later(ms: number): void;
}

/** `onGone`: the server knows no such session. Other failures are retried. */
function createPolling(
  timer: Timer,
  { onStatus, onGone }: { onStatus(status: Status): void; onGone(error: unknown): void },
): Polling {
  const later = (ms: number): void => timer.start(() => void poll(), ms);
  const poll = async (): Promise<void> => {
    const { session, active } = $dialIn.get();
    if (session === null) return;
    timer.stop();
    try {
      if (!active) await verify(session);
      const status = await call(readCall, { session });
      if ($dialIn.get().session === session) onStatus(status);
    } catch (error) {
      if ($dialIn.get().session !== session) return;
      if (labelOf(error) === 'badRequest.dialIn.notExists') onGone(error);
      else later(active ? RUNNING_POLL_MS : DIAL_IN_POLL_MS);
    }
  };
  return { poll, later };
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
  if (verified) changeDialIn({ nickname });
}

const ownTexts: RefusalTexts = {
  'badRequest.dialIn.notExists': 'dialIn.notFound',
  'badRequest.tooMany': 'dialIn.tooMany',
};

/** The page's instance. */
export const { $opened, $tariff, $dialInTrouble, readOwnCall, openDialIn, forget } = createCallFollower();
