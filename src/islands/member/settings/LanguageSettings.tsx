import { useState } from 'react';
import type { Locale } from '#contract/locales.ts';
import { changeLanguage } from '#lib/member/settings/settings.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import type { LanguageLink } from '#lib/site/chrome/languages.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { Section } from '../../ui/Section.tsx';

interface LanguageSettingsProps {
  chosen: Locale;
  languages: readonly LanguageLink[];
}

/** Language of mails; the site's own language has separate links. */
export function LanguageSettings({ chosen, languages }: LanguageSettingsProps) {
  const t = useT();
  const [language, setLanguage] = useState(chosen);
  const choose = (next: Locale) => {
    setLanguage(next);
    changeLanguage(next).then(
      () => showToast('success', t('settings.saved')),
      () => {
        setLanguage(language);
        showToast('error', t('ui.failed'));
      },
    );
  };
  const others = languages.filter(({ current }) => !current);
  return (
    <Section id="language" title={t('settings.language.title')} text={t('settings.language.text')}>
      <fieldset className="mt-4 flex flex-wrap gap-2">
        <legend className="sr-only">{t('settings.language.mails')}</legend>
        {languages.map(({ locale, name, iso }) => (
          <label
            key={locale}
            lang={iso}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg border border-line-strong px-4 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="language"
              value={locale}
              checked={language === locale}
              onChange={() => choose(locale)}
              className="size-4 accent-accent"
            />
            <span translate="no">{name}</span>
          </label>
        ))}
      </fieldset>
      <p className="mt-4 text-sm">
        <span>{t('settings.language.site')}</span>{' '}
        {others.map(({ locale, name, iso, href }) => (
          <a
            key={locale}
            href={href}
            hrefLang={locale}
            lang={iso}
            translate="no"
            className="link mr-3 inline-block py-1"
          >
            {name}
          </a>
        ))}
      </p>
    </Section>
  );
}
