import { cutMinutes, lastsOf } from '#contract/chat/sanctions.ts';
import { type CutGround, cutGroundSchema } from '#contract/chat/session.ts';
import * as calls from '#contract/desk/live-calls.ts';
import { call } from '../api/call.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';
import { type PostedDecision, performDecisionAct } from './decision-acts.ts';

interface Cut {
  readonly notice: CutGround;
  readonly minutes: number | null;
}

/** Undefined if the duration, or what is notice, is none of the choices. */
function cutOf(typed: (name: string) => string): Cut | undefined {
  const notice = cutGroundSchema.safeParse(typed('notice'));
  const minutes = cutMinutes.find((choice) => lastsOf(choice) === typed('minutes'));
  if (!notice.success || minutes === undefined) return undefined;
  return { notice: notice.data, minutes };
}

const labels = {
  'badRequest.performer.offline': 'wall.cut.notOn',
  'badRequest.notFound': 'wall.cut.notCut',
} as const;

/** Carries out an act that the page of a room was asked for; null for an unknown one. */
export async function performLiveAct(posted: PostedDecision, performer: number): Promise<ActResult | null> {
  const { typed, t, options } = posted;
  const reason = typed('reason');
  const perform = (send: () => Promise<unknown>, own: Parameters<typeof performAct>[0]['labels'] = labels) =>
    performAct({ reason, t, labels: own, send: async () => void (await send()) });
  const act = typed('act');
  if (act === 'open') return perform(() => call(calls.openStream, { performer, reason }, options));
  if (act === 'allow') return perform(() => call(calls.allowStream, { performer, reason }, options));
  if (act !== 'cut' && act !== 'cut-viewer') return performDecisionAct(posted);
  const cut = cutOf(typed);
  if (!cut) return refusedAt(null, t('wall.cut.choose'));
  const { minutes } = cut;
  if (act === 'cut') return perform(() => call(calls.cutStream, { ...cut, performer, reason }, options));
  if (minutes === null) return refusedAt(null, t('wall.cut.choose'));
  const session = typed('of');
  const input = { ...cut, minutes, performer, session, reason };
  return perform(() => call(calls.cutViewer, input, options), { 'badRequest.notFound': 'wall.cut.gone' });
}
