import { useEffect, useState } from 'react';
import { FACTOR_MINUTES, type Factor } from '#contract/studio/account/factor-calls.ts';
import { pageFactor, readFactor } from '#lib/studio/prove-factor.ts';
import { PasskeyLogin } from '../member/form/PasskeyLogin.tsx';
import { useForm } from '../member/form/use-form.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../ui/Dialog.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Notice } from '../ui/form/Notice.tsx';

/** Until they are read, or if they cannot be: a code is always a way. */
const unread: Pick<Factor, 'app' | 'passkeys' | 'recoveryCodes'> = { app: '', passkeys: 0, recoveryCodes: 0 };

/** Asks for the second factor; the act that needs it goes on afterwards. */
export function ProveFactor() {
  const t = useT();
  const [factor, setFactor] = useState(unread);
  useEffect(() => void readFactor().then(setFactor, () => undefined), []);
  const hasCodes = factor.app !== null || factor.recoveryCodes > 0;
  return (
    <>
      <DialogTitle>{t('studio.factor.proveTitle')}</DialogTitle>
      <DialogText>{t('studio.factor.proveText', { minutes: FACTOR_MINUTES })}</DialogText>
      {hasCodes && <CodeForm />}
      {factor.passkeys > 0 && <PasskeyLogin create={pageFactor.createPasskeyProof} isOffered={false} />}
    </>
  );
}

function CodeForm() {
  const t = useT();
  const { text, message, busy, formProps } = useForm(pageFactor.proofForm, { code: '' });
  return (
    <form {...formProps} className="mt-6 grid gap-4">
      <Field
        label={t('studio.factor.code')}
        hint={t('studio.factor.codeHint')}
        name="code"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={64}
        {...text('code')}
      />
      {message && <Notice>{message}</Notice>}
      <Button type="submit" busy={busy} className="min-h-12 text-base">
        {t('studio.factor.prove')}
      </Button>
    </form>
  );
}
