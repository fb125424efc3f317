import { useState } from 'react';
import type { MailChoices, MailKind, Preferences } from '#contract/member/settings/settings-calls.ts';
import { chooseMail, showAsTipper } from '#lib/member/settings/settings.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { Section } from '../../ui/Section.tsx';

interface ChoiceSwitchProps {
  label: string;
  isOn: boolean;
  /** Stores the choice; the switch goes back if it rejects. */
  onChoose: (isOn: boolean) => Promise<unknown>;
}

/** A choice that is stored at once. */
function ChoiceSwitch({ label, isOn: stored, onChoose }: ChoiceSwitchProps) {
  const t = useT();
  const [isOn, setOn] = useState(stored);
  const choose = (next: boolean) => {
    setOn(next);
    onChoose(next).then(
      () => showToast('success', t('settings.saved')),
      () => {
        setOn(!next);
        showToast('error', t('ui.failed'));
      },
    );
  };
  return (
    <label className="mt-4 flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => choose(event.target.checked)}
        className="size-6 shrink-0 accent-accent"
      />
      <span>{label}</span>
    </label>
  );
}

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
        <ChoiceSwitch
          key={kind}
          label={t(`settings.mails.${kind}.title`)}
          isOn={wanted[kind]}
          onChoose={(isWanted) => chooseMail(kind, isWanted)}
        />
      ))}
    </Section>
  );
}

/** What others see of the member. */
export function PrivacySettings({ chosen }: { chosen: Preferences }) {
  const t = useT();
  return (
    <Section id="privacy" title={t('settings.privacy.title')} text={t('settings.privacy.text')}>
      <ChoiceSwitch
        label={t('settings.privacy.topTippers')}
        isOn={chosen.isShownAsTipper}
        onChoose={showAsTipper}
      />
    </Section>
  );
}
