import { Check, Dot } from 'lucide-react';
import type { PasswordPolicy } from '#contract/member/credentials.ts';
import { passwordChecks } from '#contract/member/password-checks.ts';
import { passwordTextValues } from '#lib/member/account/entry-rules.ts';
import { useT } from '../../ui/Messages.tsx';

/** Rules of a new password; each is ticked while typing once it is met. */
export function PasswordRules({ password, policy }: { password: string; policy: PasswordPolicy }) {
  const t = useT();
  const lengths = passwordTextValues(policy);
  return (
    <ul aria-label={t('settings.password.rules')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {passwordChecks(password, policy).map(({ check, isKept }) => {
        const Icon = isKept ? Check : Dot;
        return (
          <li key={check} className={`flex items-center gap-1 ${isKept ? 'text-positive' : 'text-ink-soft'}`}>
            <Icon aria-hidden className="size-4 shrink-0" />
            <span>{t(`settings.password.check.${check}`, lengths)}</span>
            {isKept && <span className="sr-only">{` ${t('settings.password.kept')}`}</span>}
          </li>
        );
      })}
    </ul>
  );
}
