import * as calls from '#contract/desk/account/account-calls.ts';
import { operatorRoleSchema } from '#contract/desk/roles.ts';
import { isLocale } from '#contract/locales.ts';
import { refuseEmail } from '#contract/member/account/credentials.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';

export const operatorActs = ['add', 'role', 'link', 'log-out', 'disable'] as const;

const labels = {
  'badRequest.notFound': 'desk.operators.gone',
  'badRequest.form.changed': 'desk.operators.changed',
  'badRequest.operator.lastOwner': 'desk.operators.lastOwner',
  'badRequest.username_exists': 'desk.operators.nameUsed',
  'badRequest.email_exists': 'desk.operators.emailUsed',
} as const;

/** Carries out an act that the owners' page was asked for; null for an unknown one. */
export async function performOperatorAct(
  typed: (name: string) => string,
  { t, options }: { t: Translate; options: CallOptions },
): Promise<ActResult | null> {
  const [act, name, reason] = [
    operatorActs.find((one) => one === typed('act')),
    typed('of'),
    typed('reason'),
  ];
  const perform = (send: () => Promise<unknown>) =>
    performAct({ reason, t, labels, send: async () => void (await send()) });
  const known = { name, reason, version: typed('version') };
  if (act === 'link') return perform(() => call(calls.sendOperatorLink, known, options));
  if (act === 'log-out') return perform(() => call(calls.endOperatorSessions, known, options));
  if (act === 'disable') return perform(() => call(calls.disableOperator, known, options));
  if (act === undefined) return null;
  const role = operatorRoleSchema.safeParse(typed('role'));
  if (!role.success) return refusedAt('role', t('desk.operators.roleShape'));
  if (act === 'role')
    return perform(() => call(calls.setOperatorRole, { ...known, role: role.data }, options));
  const added = { name: typed('name').trim().toLowerCase(), email: typed('email').trim(), role: role.data };
  if (!calls.operatorNamePattern.test(added.name)) return refusedAt('name', t('desk.operators.nameShape'));
  if (refuseEmail(added.email) !== null) return refusedAt('email', t('desk.operators.emailShape'));
  const language = typed('language');
  if (!isLocale(language)) return refusedAt('language', t('desk.operators.languageShape'));
  return perform(() => call(calls.addOperator, { ...added, language, reason }, options));
}
