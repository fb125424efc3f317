import type { Preferences } from '#contract/member/preferences-calls.ts';
import { showAsTipper } from '#lib/member/settings/settings.ts';
import { useT } from '../../ui/Messages.tsx';
import { Section } from '../../ui/Section.tsx';
import { ChoiceSwitch } from './ChoiceSwitch.tsx';

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
