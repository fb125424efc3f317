import { cutMinutes, lastsOf } from '#contract/chat/sanctions.ts';
import { type CutGround, cutGroundSchema } from '#contract/chat/session.ts';
import * as calls from '#contract/desk/live-calls.ts';
import { statementField } from '#contract/desk/report-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';

interface Posted {
  readonly performer: number;
  readonly t: Translate;
  readonly options: CallOptions;
}

interface Cut {
  readonly ground: CutGround;
  readonly minutes: number | null;
  readonly statement: string;
}

/** Undefined if the ground or the duration is none of the choices. */
function cutOf(typed: (name: string) => string): Cut | undefined {
  const ground = cutGroundSchema.safeParse(typed('ground'));
  const minutes = cutMinutes.find((choice) => lastsOf(choice) === typed('minutes'));
  if (!ground.success || minutes === undefined) return undefined;
  return { ground: ground.data, minutes, statement: typed('statement') };
}

const labels = {
  'badRequest.performer.offline': 'wall.cut.notOn',
  'badRequest.notFound': 'wall.cut.notCut',
} as const;

/** Carries out an act that the page of a room was asked for; null for an unknown one. */
export async function performLiveAct(
  typed: (name: string) => string,
  { performer, t, options }: Posted,
): Promise<ActResult | null> {
  const reason = typed('reason');
  const perform = (send: () => Promise<unknown>, own: Parameters<typeof performAct>[0]['labels'] = labels) =>
    performAct({ reason, t, labels: own, send: async () => void (await send()) });
  const act = typed('act');
  if (act === 'open') return perform(() => call(calls.openStream, { performer, reason }, options));
  if (act === 'allow') return perform(() => call(calls.allowStream, { performer, reason }, options));
  if (act !== 'cut' && act !== 'cut-viewer') return null;
  const cut = cutOf(typed);
  if (!cut) return refusedAt(null, t('wall.cut.choose'));
  const { minutes } = cut;
  if (!statementField.safeParse(cut.statement).success)
    return refusedAt('statement', t('cases.statementShape'));
  if (act === 'cut') return perform(() => call(calls.cutStream, { ...cut, performer, reason }, options));
  if (minutes === null) return refusedAt(null, t('wall.cut.choose'));
  const session = typed('of');
  const input = { ...cut, minutes, performer, session, reason };
  return perform(() => call(calls.cutViewer, input, options), { 'badRequest.notFound': 'wall.cut.gone' });
}
