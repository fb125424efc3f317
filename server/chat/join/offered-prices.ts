import { eq } from 'drizzle-orm';
import { type ChatPrices, minuteCredits, pricesOf } from '#contract/chat/prices.ts';
import type { ChatType } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import type { Performer } from '#server/performers/reads.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession, Viewer } from '../session/chat-auth.ts';
import { agreedPrices } from '../session/reads.ts';
import { chatSessions } from '../session/tables.ts';
import { ownShow } from '../vip/reads.ts';

interface Reader extends Pick<Deps, 'config'> {
  db: Pick<Db, 'select'>;
}

type Offer = Pick<Performer, 'id' | 'chatPrice' | 'vipPrice'>;

/** The prices of a chat that this viewer joins now: the performer's, or those of the viewer's own show that goes on. */
export async function offeredPrices(
  { db, config }: Reader,
  { member }: Pick<Viewer, 'member'>,
  offer: Offer,
  type: ChatType,
): Promise<ChatPrices> {
  const show = type === 'vip' ? await ownShow(db, offer.id, member) : undefined;
  const [session] = show
    ? await db.select().from(chatSessions).where(eq(chatSessions.id, show.sessionId))
    : [];
  return session ? agreedPrices(session) : pricesOf(config.prices, offer);
}

/**
 * Throws `badRequest.chat.price` if a minute costs more than the credits the viewer agreed to; without an agreement any
 * price passes.
 */
export function requireAgreed(prices: ChatPrices, type: ChatType, agreed: number | undefined): void {
  if (agreed !== undefined && minuteCredits(prices, type) > agreed)
    throw new AppError('badRequest.chat.price');
}

/** The columns of a session in which its prices are copied. */
export const copyOf = ({
  chat,
  vip,
  unitSeconds,
}: ChatPrices): Pick<ChatSession, 'chatPrice' | 'vipPrice' | 'unitSeconds'> => ({
  chatPrice: chat,
  vipPrice: vip,
  unitSeconds,
});
