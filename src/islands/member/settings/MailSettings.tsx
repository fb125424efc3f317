import type { MailChoices, MailKind } from '#contract/member/preferences-calls.ts';
import { chooseMail } from '#lib/member/settings/settings.ts';
import { useT } from '../../ui/Messages.tsx';
import { Section } from '../../ui/Section.tsx';
import { ChoiceSwitch } from './ChoiceSwitch.tsx';

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
