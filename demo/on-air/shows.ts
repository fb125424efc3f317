import { setTimeout as sleep } from 'node:timers/promises';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { acceptVip, declineVip, type StudioVip } from '#contract/studio/vip-calls.ts';
import type { Studio } from './studio.ts';

export interface Pace {
  /** ms after which a performer of the cast answers a request. */
  answerMs: number;
  /** ms of the break after a show; short, so that performers of the demo stay available. */
  breakMs: number;
}

const person: Pace = { answerMs: 3000, breakMs: 20_000 };

/** Every fifth request is declined, so that the demo shows that as well. */
const DECLINED_EVERY = 5;

/** A performer's VIP requests and shows. */
export interface Shows {
  /** Handles a pushed request. */
  receive(vip: Pick<StudioVip, 'request' | 'state'>): void;
  /** Reads what was missed during a disconnect. */
  catchUp(): Promise<void>;
  stop(): void;
}

interface ShowsOptions {
  studio: Studio;
  /** The status outside shows. */
  status: OnlineStatus;
  log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  pace?: Pace;
}

/** Answers requests within seconds, never ends a show, and returns to all viewers soon after one. */
export function createShows({ studio, status, log, pace = person }: ShowsOptions): Shows {
  const stopping = new AbortController();
  const answered = new Set<string>();

  const after = async (ms: number, act: () => Promise<unknown>): Promise<void> => {
    try {
      await sleep(ms, undefined, { signal: stopping.signal });
      await act();
    } catch (error) {
      // The request was withdrawn, or the performer is leaving.
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
