import type { WritableAtom } from 'nanostores';
import { reportChatError } from '#contract/chat/session-calls.ts';
import {
  DIAL_IN_POLL_MS,
  DIAL_IN_REOPEN_MS,
  DIAL_IN_RESET_MS,
  type DialIn,
  type DialInState,
  dialInStateSchema,
} from '#contract/wallet/dial-in-calls.ts';
import { call } from '../../api/call.ts';
import { keepCall } from '../../shell/kept.ts';
import { tellDrawer } from '../../shell/open-dialogs.ts';
import { $drawer, closeDrawer, closeModal } from '../../shell/start/dialogs.ts';
import { showToast, withLoader } from '../../shell/start/feedback.ts';
import { documentLocale, loadMessages, type Translator, translator } from '../../shell/translate.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { formatEuro } from '../../site/numbers.ts';
import { $dialIn, type DialInView } from '../store.ts';

/** ms between two polls of a running call; a push usually reports its end sooner. */
export const RUNNING_POLL_MS = 5000;

export interface Status {
  readonly state: string;
  readonly seconds: number | null;
  readonly cents: number | null;
}

export interface Timer {
  /** Replaces the action that was planned before. */
  start(action: () => void, ms: number): void;
  stop(): void;
}

export function createTimer(): Timer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    start(action, ms) {
      stop();
      timer = setTimeout(action, ms);
    },
    stop,
  };
}

interface Wait {
  begin(): void;
  end(): void;
}

/** Returns a wait that shows the loader from `begin` to `end`. */
export function createWait(): Wait {
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

interface StepParts {
  readonly wait: Wait;
  readonly timer: Timer;
  /** Asks for the state again after some ms. */
  later(ms: number): void;
  /** Stops following the call. */
  forget(): void;
  readonly $opened: WritableAtom<DialIn | null>;
  readonly $dialInTrouble: WritableAtom<MessageKey | null>;
}

/** Returns a function that shows a state of the call, and plans what follows it. */
export function createSteps({
  wait,
  timer,
  later,
  forget,
  $opened,
  $dialInTrouble,
}: StepParts): (status: Status) => void {
  const steps: Record<DialInState, (status: Status) => void> = {
    PENDING() {
      changeDialIn({ state: 'PENDING', active: false });
      wait.begin();
      later(DIAL_IN_POLL_MS);
    },
    IN_CALL() {
      wait.end();
      later(RUNNING_POLL_MS);
      if ($dialIn.get().active) return;
      $opened.set(null);
      changeDialIn({ state: 'IN_CALL', active: true });
      if ($drawer.get() === 'dial-in') closeDrawer();
      void tellRunning();
    },
    ENDED(status) {
      wait.end();
      timer.start(forget, DIAL_IN_RESET_MS);
      if ($dialIn.get().state !== 'ENDED') leave(status);
    },
    EXPIRED() {
      const wasOpen = $drawer.get() === 'dial-in';
      forget();
      $dialInTrouble.set('dialIn.expired');
      closeDrawer();
      // A drawer the visitor closed is not opened again.
      if (wasOpen) setTimeout(() => tellDrawer('dial-in'), DIAL_IN_REOPEN_MS);
    },
  };
  return (status) => {
    const state = dialInStateSchema.safeParse(status.state).data;
    timer.stop();
    if (state === undefined) {
      logUnknownState(status.state);
      later(DIAL_IN_POLL_MS);
    } else steps[state](status);
  };
}

export const changeDialIn = (how: Partial<DialInView>): void => $dialIn.set({ ...$dialIn.get(), ...how });

const logUnknownState = (state: string): void =>
  void call(reportChatError, { error: `unknown dial-in state: ${state}`.slice(0, 200) }).catch(() => {});

/** Ends the call and shows its bill. */
function leave(status: Status): void {
  keepCall(null);
  // The nickname is not needed without a call.
  closeModal('Nickname');
  changeDialIn({ state: 'ENDED', active: false });
  void tellEnded(status);
}

async function texts(): Promise<{ t: Translator; locale: string }> {
  const locale = documentLocale();
  return { t: translator(await loadMessages(locale), locale), locale };
}

async function tellRunning(): Promise<void> {
  const { t } = await texts();
  showToast('success', t('dialIn.running'));
}

/** Called after a login during the call. */
export async function tellHungUp(): Promise<void> {
  const { t } = await texts();
  showToast('success', t('dialIn.hungUp'));
}

/** Shows the length and the price of the call. */
async function tellEnded({ seconds, cents }: Status): Promise<void> {
  const { t, locale } = await texts();
  if (seconds === null || cents === null) {
    showToast('success', t('dialIn.ended'));
    return;
  }
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  showToast('success', t('dialIn.endedWith', { time, price: formatEuro(cents / 100, locale) }));
}
