import { setTimeout as sleep } from 'node:timers/promises';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { acceptVip, declineVip, type StudioVip } from '#contract/studio/vip-calls.ts';
import type { Studio } from './studio.ts';

export interface Pace {
  /** ms in which a performer of the cast makes up her mind. */
  answerMs: number;
  /** ms of her break after a show, so that the demo does not run dry. */
  breakMs: number;
}

const person: Pace = { answerMs: 3000, breakMs: 20_000 };

/** Every so many requests one is declined, so that the demo shows that too. */
const DECLINED_EVERY = 5;

/** A performer's VIP requests and shows. */
export interface Shows {
  /** What was pushed of a request. */
  receive(vip: Pick<StudioVip, 'request' | 'state'>): void;
  /** Reads what was missed while disconnected. */
  catchUp(): Promise<void>;
  stop(): void;
}

interface ShowsOptions {
  studio: Studio;
  /** What she does when she is in no show. */
  status: OnlineStatus;
  log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  pace?: Pace;
}

/** Answers requests within seconds, never ends a show herself, and is back for everybody soon after it. */
export function createShows({ studio, status, log, pace = person }: ShowsOptions): Shows {
  const stopping = new AbortController();
  const answered = new Set<string>();

  const after = async (ms: number, act: () => Promise<unknown>): Promise<void> => {
    try {
      await sleep(ms, undefined, { signal: stopping.signal });
      await act();
    } catch (error) {
      // Withdrawn meanwhile, or she is leaving.
      if (!stopping.signal.aborted)
        log('cast.vip-refused', { performer: studio.performerId, reason: String(error) });
    }
  };
  const answer = (request: string): void => {
    if (answered.has(request)) return;
    answered.add(request);
    const call = answered.size % DECLINED_EVERY === 0 ? declineVip : acceptVip;
    void after(pace.answerMs, () => studio.call(call, { request }));
  };
  const comeBack = (): void =>
    void after(pace.breakMs, async () => {
      const { onlineStatus: now } = await studio.call(readRoom, { after: 2_147_483_647 });
      if (now === onlineStatus.paused) await studio.call(setStatus, { onlineStatus: status });
    });

  return {
    receive({ request, state }) {
      if (state === 'pending') answer(request);
      if (state === 'stopped') comeBack();
    },
    async catchUp() {
      const room = await studio.call(readRoom, { after: 2_147_483_647 }).catch(() => null);
      for (const { request } of room?.vip.requests ?? []) answer(request);
      if (room?.onlineStatus === onlineStatus.paused) comeBack();
    },
    stop: () => stopping.abort(),
  };
}
