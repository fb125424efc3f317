import { and, gt, inArray, isNull } from 'drizzle-orm';
import { type OperatorRole, operatorRoles } from '#contract/desk/roles.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requireDesk, requireRole } from '#server/identity/caller.ts';
import { isLocked } from '#server/identity/sessions.ts';
import { sessions } from '#server/identity/tables.ts';
import type { Deps } from '#server/ports/deps.ts';
import { countsFor } from './count-work.ts';

/** ms between the end of a look at what waits and the next one. */
const EVERY_MS = 1000;
/** ms after which the page asks anew: a stop of the product waits no longer for it. */
const LASTS_MS = 20_000;

/** An open page of the desk. */
interface Page {
  readonly role: OperatorRole;
  readonly sessionId: string;
  /** Of `performance.now()`. */
  readonly until: number;
  readonly tell: (counts: string) => void;
  readonly end: (error?: unknown) => void;
}

/**
 * Looks at what waits while pages are open, for all of them together: each look is one statement for their sessions and
 * one for each of their roles.
 */
export function openWorkTelling(deps: Pick<Deps, 'config' | 'db' | 'now'>) {
  const pages = new Set<Page>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  const end = (page: Page, error?: unknown): void => {
    if (pages.delete(page)) page.end(error);
  };
  const look = async (): Promise<void> => {
    const current = [...pages];
    try {
      const open = await openSessions(
        deps,
        current.map(({ sessionId }) => sessionId),
      );
      const roles = new Set(current.map(({ role }) => role));
      const counts = new Map<OperatorRole, string>();
      for (const role of roles) counts.set(role, JSON.stringify(await countsFor(deps, role)));
      for (const page of current.filter((one) => pages.has(one))) {
        if (performance.now() > page.until || !open.has(page.sessionId)) end(page);
        else page.tell(counts.get(page.role) ?? '');
      }
    } catch (error) {
      // The database is away: each page asks again.
      for (const page of current) end(page, error);
    }
    timer = undefined;
    lookIn(EVERY_MS);
  };
  const lookIn = (ms: number): void => {
    if (pages.size === 0 || timer !== undefined) return;
    timer = setTimeout(() => {
      looking = look();
    }, ms);
  };
  return {
    /** Pages that come together are answered by one look. */
    add(page: Page): void {
      pages.add(page);
      lookIn(0);
    },
    remove: (page: Page): boolean => pages.delete(page),
    async close(): Promise<void> {
      for (const page of pages) end(page);
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Tells an open page what waits: at once, and whenever it has changed. Ends with the session, and once it is locked. */
export async function serveWork(deps: Deps, { caller }: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'desk');
  requireRole(caller, operatorRoles);
  const { role, login } = requireDesk(caller);
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    body: pushes(deps.part(openWorkTelling), { role, sessionId: login.sessionId }),
  };
}

/** Each change of what waits, as server-sent events. */
export function pushes(
  telling: ReturnType<typeof openWorkTelling>,
  whose: Pick<Page, 'role' | 'sessionId'>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let last = '';
  let page: Page;
  return new ReadableStream({
    start(controller) {
      page = {
        ...whose,
        until: performance.now() + LASTS_MS,
        tell(counts) {
          if (counts !== last)
            controller.enqueue(new TextEncoder().encode(`retry: 500\ndata: ${counts}\n\n`));
          last = counts;
        },
        end: (error) => (error === undefined ? controller.close() : controller.error(error)),
      };
      telling.add(page);
    },
    cancel: () => void telling.remove(page),
  });
}

/** Those of these sessions that have not ended and are not locked. */
async function openSessions(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await deps.db
    .select()
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), isNull(sessions.endedAt), gt(sessions.expiresAt, deps.now())));
  return new Set(rows.filter((row) => !isLocked(deps, row)).map(({ id }) => id));
}
