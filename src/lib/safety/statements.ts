import * as calls from '#contract/safety/appeal-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { isBelow } from '#contract/start/roots.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../api/call.ts';
import { submitPosted } from '../forms/submit.ts';
import type { PostedFields } from '../site/forms.ts';
import type { Translate } from '../site/i18n.ts';
import { appealRules } from './report.ts';

interface OwnCalls {
  readonly read: typeof calls.readStatements;
  readonly see: typeof calls.seeStatements;
  readonly appeal: typeof calls.appealDecision;
}

/** Of a member, and of a performer. */
export const memberStatements: OwnCalls = {
  read: calls.readStatements,
  see: calls.seeStatements,
  appeal: calls.appealDecision,
};
export const studioStatements: OwnCalls = {
  read: calls.readStudioStatements,
  see: calls.seeStudioStatements,
  appeal: calls.appealStudioDecision,
};

/** New decisions about a member; 0 on pages other than the home page, where a log-in leads, and the settings. */
export async function unreadStatements(
  path: string,
  { transport, locale }: Required<Pick<CallOptions, 'transport' | 'locale'>>,
): Promise<number> {
  if (path !== routes.home && !isBelow([routes.settings], path)) return 0;
  // The page itself says what is wrong.
  const answer = await call(calls.countStatements, {}, { transport, locale }).catch(() => null);
  return answer?.unread ?? 0;
}

interface StatementsPage {
  readonly statements: readonly calls.Statement[];
  /** An appeal was received. */
  readonly sent: boolean;
  readonly refused: { readonly of: string; readonly text: string; readonly error: string } | null;
}

/** Sends a posted appeal, or reads the statements, which are no longer new afterwards. */
export async function openStatements(
  own: OwnCalls,
  { posted, typed }: Pick<PostedFields, 'posted' | 'typed'>,
  { t, options }: { t: Translate; options: CallOptions },
): Promise<StatementsPage> {
  const [of, text] = [typed('statement'), typed('text')];
  const send = async () => void (await call(own.appeal, { statement: idIn(of), text }, options));
  const labels = { ...appealRules.labels, 'badRequest.link.used': { message: 'appeal.usedText' } } as const;
  const form = await submitPosted({ ...appealRules, labels, send }, { text }, { posted, t });
  const { result: statements } = await call(own.read, {}, options);
  if (!posted && statements.some(({ isUnread }) => isUnread)) await call(own.see, {}, options);
  const error = form.field('text').error ?? form.error;
  return { statements, sent: form.sent, refused: error === undefined ? null : { of, text, error } };
}
