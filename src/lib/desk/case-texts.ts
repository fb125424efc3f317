import { memberReasonSchema, reportReasonSchema } from '#contract/safety/report.ts';
import type { Translate } from '../site/i18n.ts';

/** The reason of a report, as its sender read it; a reason of an earlier version as it is stored. `about`: the person's key. */
export function reasonText(reason: string, about: string, t: Translate): string {
  if (about.startsWith('member:')) {
    const known = memberReasonSchema.safeParse(reason);
    return known.success ? t(`report.memberReasons.${known.data}`) : reason;
  }
  const known = reportReasonSchema.safeParse(reason);
  return known.success ? t(`report.reasons.${known.data}`) : reason;
}
