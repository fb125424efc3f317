import { useEffect, useRef, useState } from 'react';
import { longMoment } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import { PASSKEY_NAME_MAX, type Passkey } from '#contract/member/passkey-calls.ts';
import type { Passkeys } from '#lib/member/passkeys/passkeys.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useFocusBack } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { useForm } from '../form/use-form.ts';

export type Doing = 'rename' | 'remove';

interface PasskeyRowProps {
  passkey: Passkey;
  passkeys: Passkeys;
  locale: Locale;
  /** The action in progress in this row; null without an action. */
  doing: Doing | null;
  onChoose: (doing: Doing | null) => void;
  /** Called after its removal. */
  onGone: () => void;
}

export function PasskeyRow({ passkey, passkeys, locale, doing, onChoose, onGone }: PasskeyRowProps) {
  const t = useT();
  const { name, createdAt, lastUsedAt, isSynced, isCopied } = passkey;
  const row = useFocusBack<HTMLLIElement>(doing !== null);
  const end = () => onChoose(null);
  const at = (moment: string) => longMoment(new Date(moment), locale);
  const facts = [
    t('passkeys.created', { at: at(createdAt) }),
    lastUsedAt ? t('passkeys.used', { at: at(lastUsedAt) }) : t('passkeys.neverUsed'),
    ...(isSynced ? [t('passkeys.synced')] : []),
  ];
  return (
    <li ref={row} className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{name}</p>
          <p className="text-ink-soft text-sm">{facts.join(' · ')}</p>
          {isCopied && <p className="mt-1 font-medium text-danger text-sm">{t('passkeys.copied')}</p>}
        </div>
        {doing === null && <Choices name={name} onChoose={onChoose} />}
      </div>
      {doing === 'rename' && <Rename passkey={passkey} passkeys={passkeys} onEnd={end} />}
      {doing === 'remove' && <Remove passkey={passkey} passkeys={passkeys} onEnd={end} onGone={onGone} />}
    </li>
  );
}

function Choices({ name, onChoose }: { name: string; onChoose: (doing: Doing) => void }) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="quiet"
        aria-label={t('passkeys.renameOne', { name })}
        onClick={() => onChoose('rename')}
        className="min-h-10 text-sm"
      >
        {t('passkeys.rename')}
      </Button>
      <Button
        look="quiet"
        aria-label={t('passkeys.removeOne', { name })}
        onClick={() => onChoose('remove')}
        className="min-h-10 text-danger text-sm"
      >
        {t('passkeys.remove')}
      </Button>
    </div>
  );
}

interface PartProps {
  passkey: Passkey;
  passkeys: Passkeys;
  onEnd: () => void;
}

function Rename({ passkey: { passkey, name }, passkeys, onEnd }: PartProps) {
  const t = useT();
  const form = useForm(passkeys.renameForm, { passkey, name }, { max: PASSKEY_NAME_MAX }, () => {
    showToast('success', t('passkeys.renamed'));
    onEnd();
  });
  const { text, message, busy, formProps } = form;
  return (
    <form {...formProps} className="mt-3 grid gap-3">
      <Field
        label={t('passkeys.name')}
        hint={t('passkeys.nameHint', { max: PASSKEY_NAME_MAX })}
        name="passkey-name"
        autoComplete="off"
        autoFocus
        required
        {...text('name')}
      />
      {message && <Notice>{message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {t('passkeys.save')}
        </Button>
        <Button look="quiet" onClick={onEnd}>
          {t('passkeys.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Asks for confirmation: removal cannot be undone. */
function Remove({ passkey: { passkey, name }, passkeys, onEnd, onGone }: PartProps & { onGone: () => void }) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<MessageKey | null>(null);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  const remove = async () => {
    setBusy(true);
    const outcome = await passkeys.removePasskey(passkey);
    if (outcome.isDone) {
      showToast('success', t('passkeys.removed'));
      onGone();
      return;
    }
    setBusy(false);
    setMessage(outcome.message);
  };
  return (
    <div className="mt-3 grid gap-3 rounded-lg bg-sunken p-4">
      <p ref={question} tabIndex={-1} className="wrap-anywhere text-sm outline-none">
        {t('passkeys.removeAsk', { name })}
      </p>
      {message && <Notice>{t(message)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={() => void remove()}>
          {t('passkeys.removeYes')}
        </Button>
        <Button look="quiet" onClick={onEnd} className="bg-surface">
          {t('passkeys.cancel')}
        </Button>
      </div>
    </div>
  );
}
