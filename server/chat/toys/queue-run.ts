import { and, desc, eq } from 'drizzle-orm';
import type { TipData } from '#contract/chat/tipping/tips.ts';
import { refuseRun, type ToyLevel, toyLevelOf } from '#contract/chat/toy-calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Brand } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { endOf, lockToy, openRuns, type ToyRun } from './reads.ts';
import { toyRuns } from './tables.ts';
import { runMachine } from './transitions.ts';

export interface QueuedRun {
  run: number;
  level: ToyLevel;
  /** Number of waiting runs, this one included. */
  waiting: number;
}

interface RunRequest {
  session: ChatSession;
  sender: string;
  memberId: number;
  data: TipData;
  transferId: number;
  at: Date;
}

/**
 * Queues a run in the tip's transaction; null for a plain tip. For a tip meant for the toy throws
 * `badRequest.toy.off`, `.full` or `.soon`, so that the tip is not charged.
 */
export async function queueRun(
  { brand: { hasFeature } }: { brand: Pick<Brand, 'hasFeature'> },
  tx: Tx,
  request: RunRequest,
): Promise<QueuedRun | null> {
  const { data, session } = request;
  const level = data.tipType === 'tip' && data.item === undefined ? toyLevelOf(data.amount) : null;
  const toy = hasFeature('toys') && level ? await lockToy(tx, session.performerId) : undefined;
  if (!level || !toy || toy.awaySince) return orRefuse(data, 'badRequest.toy.off');
  const open = await openRuns(tx, session.performerId);
  const now = request.at.getTime();
  const queue = {
    runs: open.length,
    seconds: open.reduce((sum, run) => sum + secondsLeft(run, now), 0),
    lastOfMember: await lastRunOf(tx, request),
  };
  const refusal = refuseRun(queue, level.seconds, now);
  if (refusal) return orRefuse(data, `badRequest.toy.${refusal}`);
  const run = await insertRun(tx, request, level);
  return { run, level, waiting: open.filter(({ state }) => state === 'waiting').length + 1 };
}

function orRefuse({ toy }: TipData, label: `badRequest.toy.${'off' | 'full' | 'soon'}`): null {
  if (toy) throw new AppError(label);
  return null;
}

const secondsLeft = (run: ToyRun, now: number): number =>
  run.state === 'playing' ? Math.max(0, endOf(run) - now) / 1000 : run.seconds;

async function lastRunOf(tx: Tx, { memberId, session }: RunRequest): Promise<number | null> {
  const [last] = await tx
    .select({ queuedAt: toyRuns.queuedAt })
    .from(toyRuns)
    .where(and(eq(toyRuns.memberId, memberId), eq(toyRuns.performerId, session.performerId)))
    .orderBy(desc(toyRuns.queuedAt))
    .limit(1);
  return last?.queuedAt.getTime() ?? null;
}

async function insertRun(
  tx: Tx,
  { session, sender, memberId, transferId, at }: RunRequest,
  level: ToyLevel,
): Promise<number> {
  const { name, intensity, seconds } = level;
  const { performerId } = session;
  const run = { level: name, intensity, seconds, state: runMachine.first, queuedAt: at } as const;
  const [row] = await tx
    .insert(toyRuns)
    .values({ ...run, performerId, memberId, sessionId: session.id, transferId, sender })
    .returning({ id: toyRuns.id });
  if (!row) throw new Error(`Toy run for transfer ${transferId} was not inserted`);
  return row.id;
}
