import { and, eq, gt, isNull } from 'drizzle-orm';
import { operatorRoles } from '#contract/desk/roles.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { type DeskCaller, requireDesk, requireRole } from '#server/identity/caller.ts';
import { isLocked } from '#server/identity/sessions.ts';
import { sessions } from '#server/identity/tables.ts';
import type { Deps } from '#server/ports/deps.ts';
import { countsFor } from './count-work.ts';

/** ms between two looks at what waits. */
const EVERY_MS = 1000;
/** ms after which the page asks anew: a stop of the product waits no longer for it. */
const LASTS_MS = 20_000;

/** Tells an open page what waits: at once, and whenever it has changed. Ends with the session, and once it is locked. */
export async function serveWork(deps: Deps, { caller }: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'desk');
  requireRole(caller, operatorRoles);
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    body: pushes(deps, requireDesk(caller)),
  };
}

function pushes(deps: Deps, { role, login }: DeskCaller): ReadableStream<Uint8Array<ArrayBuffer>> {
  const until = performance.now() + LASTS_MS;
  let last = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream({
    start(controller) {
      const tell = async (): Promise<void> => {
        if (performance.now() > until || !(await isOpen(deps, login.sessionId))) {
          controller.close();
          return;
        }
        const counts = JSON.stringify(await countsFor(deps, role));
        if (counts !== last) controller.enqueue(new TextEncoder().encode(`retry: 500\ndata: ${counts}\n\n`));
        last = counts;
        timer = setTimeout(next, EVERY_MS);
      };
      // The page has left, or the database is away: it asks again.
      const next = (): void => void tell().catch((error: unknown) => controller.error(error));
      next();
    },
    cancel: () => clearTimeout(timer),
  });
}

/** Whether the session has not ended, and is not locked. */
async function isOpen(deps: Pick<Deps, 'config' | 'db' | 'now'>, id: string): Promise<boolean> {
  const [row] = await deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt), gt(sessions.expiresAt, deps.now())));
  return row !== undefined && !isLocked(deps, row);
}
