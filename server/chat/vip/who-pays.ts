import { and, eq, gt, inArray, max, ne } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { chatSessions } from '../session/tables.ts';
import { chatUnits } from '../units/tables.ts';
import { vipRequests } from './tables.ts';

type Reader = Pick<Db, 'select'>;

/** Whether anybody pays a performer for time, has asked for a show, or could still use a rest that is paid. */
export interface Paying {
  isPaid: boolean;
  /** Until when the last of such rests is kept; null without any. */
  restsUntil: Date | null;
}

export async function whoPays(db: Reader, performerId: number, now: Date): Promise<Paying> {
  const [session] = await db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(
      and(
        eq(chatSessions.performerId, performerId),
        ne(chatSessions.state, 'ended'),
        ne(chatSessions.type, 'free'),
      ),
    )
    .limit(1);
  const [show] = await db
    .select({ id: vipRequests.id })
    .from(vipRequests)
    .where(and(eq(vipRequests.performerId, performerId), inArray(vipRequests.state, ['pending', 'accepted'])))
    .limit(1);
  const [rests] = await db
    .select({ until: max(chatUnits.keptUntil) })
    .from(chatUnits)
    .where(
      and(eq(chatUnits.performerId, performerId), eq(chatUnits.state, 'away'), gt(chatUnits.keptUntil, now)),
    );
  return { isPaid: session !== undefined || show !== undefined, restsUntil: rests?.until ?? null };
}
