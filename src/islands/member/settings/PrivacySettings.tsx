import { showAsTipper } from '#lib/member/settings/settings.ts';
import { useT } from '../../ui/Messages.tsx';
import { Section } from '../../ui/Section.tsx';
import { ChoiceSwitch } from './ChoiceSwitch.tsx';

/** What others see of the member. */
export function PrivacySettings({ isShownAsTipper }: { isShownAsTipper: boolean }) {
  const t = useT();
  return (
    <Section id="privacy" title={t('settings.privacy.title')} text={t('settings.privacy.text')}>
      <ChoiceSwitch label={t('settings.privacy.topTippers')} isOn={isShownAsTipper} onChoose={showAsTipper} />
    </Section>
  );
}
