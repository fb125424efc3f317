import {
  coolOffSchema,
  LIMIT_MAX,
  type LimitPeriod,
  limitPeriods,
  type MemberLimits,
  readLimits,
  setLimit,
  startCoolOff,
} from '#contract/wallet/limits-calls.ts';
import { parseWholeNumber } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { postedForm } from '../../site/forms.ts';

export interface LimitsPage extends MemberLimits {
  /** The period whose limit was stored. */
  saved: LimitPeriod | null;
  /** The period whose field contained no valid number, and the input. */
  wrong: LimitPeriod | null;
  typed: string;
  /** The server refused it. */
  failed: boolean;
  /** The wallet was to be locked without ticking the confirmation that it is final. */
  unsure: boolean;
}

interface Visit {
  request: Request;
  locals: Pick<CallOptions, 'locale' | 'transport'>;
}

type Outcome = Partial<Omit<LimitsPage, keyof MemberLimits>>;

/** The page of a member's limits: reads them, and runs a posted form. */
export async function readLimitsPage({ request, locals }: Visit): Promise<LimitsPage> {
  const { locale, transport } = locals;
  const options = { ...(locale && { locale }), ...(transport && { transport }) };
  const before = await call(readLimits, {}, options);
  const outcome: Outcome =
    request.method === 'POST'
      ? await act(await postedForm(request), before, options).catch(() => ({ failed: true }))
      : {};
  const limits = request.method === 'POST' ? await call(readLimits, {}, options) : before;
  return { saved: null, wrong: null, typed: '', failed: false, unsure: false, ...limits, ...outcome };
}

async function act(form: FormData, { limits }: MemberLimits, options: CallOptions): Promise<Outcome> {
  const length = coolOffSchema.safeParse(form.get('length'));
  if (length.success) {
    if (form.get('sure') !== 'yes') return { unsure: true };
    await call(startCoolOff, { length: length.data }, options);
    return {};
  }
  const period = limitPeriods.find((one) => one === form.get('period'));
  if (!period) return {};
  const typed = String(form.get('credits') ?? '').trim();
  const current = limits.find((limit) => limit.period === period)?.credits ?? null;
  const wish = form.get('keep') === 'yes' ? current : wishOf(typed);
  if (wish === undefined) return { wrong: period, typed };
  await call(setLimit, { period, credits: wish }, options);
  return { saved: period };
}

/** Null for an empty input; undefined if it is no valid number of credits. */
function wishOf(typed: string): number | null | undefined {
  if (typed === '') return null;
  const credits = parseWholeNumber(typed);
  return credits !== null && credits >= 0 && credits <= LIMIT_MAX ? credits : undefined;
}
