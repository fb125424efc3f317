import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PASSKEYS_MAX } from '#contract/member/passkey-calls.ts';
import type { Passkeys } from '#lib/member/passkeys/passkeys.ts';
import { hasPasskeys } from '#lib/member/passkeys/support.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useAlive, useFocusBack } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { PasswordField } from '../form/PasswordField.tsx';

interface AddPasskeyProps extends Pick<Passkeys, 'addPasskey'> {
  /** The name that a password manager has for the account. */
  account: string;
  /** Number of existing passkeys. */
  count: number;
}

/** A button, or why there is none. Its place is reserved until script knows which. */
export function AddPasskey({ account, count, addPasskey }: AddPasskeyProps) {
  const t = useT();
  const isAlive = useAlive();
  const [isOpen, setOpen] = useState(false);
  const button = useFocusBack<HTMLDivElement>(isOpen);
  if (isOpen) return <AddForm account={account} addPasskey={addPasskey} onEnd={() => setOpen(false)} />;
  if (isAlive && !hasPasskeys()) return <Unavailable text={t('passkeys.unsupported')} />;
  if (count >= PASSKEYS_MAX) return <Unavailable text={t('passkeys.full', { max: PASSKEYS_MAX })} />;
  return (
    <div ref={button} className={`mt-3 min-h-11 ${isAlive ? '' : 'invisible'}`}>
      <Button look="quiet" onClick={() => setOpen(true)} className="min-h-11 w-full sm:w-auto">
        <KeyRound aria-hidden className="size-4.5" />
        <span>{t('passkeys.add')}</span>
      </Button>
    </div>
  );
}

const Unavailable = ({ text }: { text: string }) => (
  <p className="mt-3 flex min-h-11 items-center text-ink-soft text-sm">{text}</p>
);

interface Trouble {
  message: MessageKey;
  field?: 'password';
}

type AddFormProps = Pick<AddPasskeyProps, 'account' | 'addPasskey'> & { onEnd: () => void };

function AddForm({ account, addPasskey, onEnd }: AddFormProps) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (trouble?.field) password.current?.focus();
  }, [trouble]);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setTrouble(null);
    // Read now: a password manager may have filled it in without an event.
    const outcome = await addPasskey(password.current?.value ?? '');
    setBusy(false);
    if (!outcome.isDone) {
      setTrouble(outcome);
      return;
    }
    showToast('success', t('passkeys.added', { name: outcome.done.name }));
    onEnd();
  };
  const message = trouble && t(trouble.message, { max: PASSKEYS_MAX });
  return (
    <form noValidate onSubmit={(event) => void add(event)} className="mt-3 grid gap-4">
      <p className="text-sm">{t('passkeys.addText')}</p>
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        label={t('settings.password.current')}
        name="passkey-password"
        autoComplete="current-password"
        autoFocus
        required
        ref={password}
        error={trouble?.field ? message : undefined}
        onChange={() => setTrouble(null)}
      />
      {trouble && !trouble.field && <Notice>{message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy}>
          {t('passkeys.go')}
        </Button>
        <Button look="quiet" onClick={onEnd}>
          {t('passkeys.cancel')}
        </Button>
      </div>
    </form>
  );
}
