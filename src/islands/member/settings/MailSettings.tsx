import { useState } from 'react';
import type { MailChoices, MailKind } from '#contract/member/preferences-calls.ts';
import { chooseMail } from '#lib/member/settings/preferences.ts';
import { showToast } from '#lib/shell/toast.ts';
import { useT } from '../../ui/Messages.tsx';
import { Section } from '../../ui/Section.tsx';

interface MailSettingsProps {
  kinds: readonly MailKind[];
  wanted: MailChoices;
}

/** Lists the mails that are always sent, and a switch for each optional kind. */
export function MailSettings({ kinds, wanted }: MailSettingsProps) {
  const t = useT();
  return (
    <Section id="mails" title={t('settings.mails.title')} text={t('settings.mails.text')}>
      <ul className="mt-4 grid gap-1.5 text-sm">
        {(['account', 'security'] as const).map((kind) => (
          <li key={kind}>
            <strong className="font-semibold">{t(`settings.mails.${kind}.title`)}</strong>{' '}
            <span className="text-ink-soft">{t(`settings.mails.${kind}.text`)}</span>
          </li>
        ))}
      </ul>
      {kinds.map((kind) => (
        <MailSwitch key={kind} kind={kind} wanted={wanted[kind]} />
      ))}
    </Section>
  );
}

function MailSwitch({ kind, wanted }: { kind: MailKind; wanted: boolean }) {
  const t = useT();
  const [isWanted, setWanted] = useState(wanted);
  const choose = (next: boolean) => {
    setWanted(next);
    chooseMail(kind, next).then(
      () => showToast('success', t('settings.saved')),
      () => {
        setWanted(!next);
        showToast('error', t('ui.failed'));
      },
    );
  };
  return (
    <label className="mt-4 flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={isWanted}
        onChange={(event) => choose(event.target.checked)}
        className="size-6 shrink-0 accent-accent"
      />
      <span>{t(`settings.mails.${kind}.title`)}</span>
    </label>
  );
}
