import type { Member } from '#contract/member/account/account-calls.ts';
import type { MailKind, Preferences } from '#contract/member/settings/settings-calls.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import { $session } from '#lib/shell/start/session.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import type { LanguageLink } from '#lib/site/chrome/languages.ts';
import { MailSettings, PrivacySettings } from './member/settings/ChoiceSettings.tsx';
import { EmailSettings } from './member/settings/EmailSettings.tsx';
import { LanguageSettings } from './member/settings/LanguageSettings.tsx';
import { PasswordSettings } from './member/settings/PasswordSettings.tsx';
import { UsernameForm } from './member/settings/UsernameForm.tsx';
import { useLive } from './ui/controls/hooks.ts';
import { MessagesProvider, useT } from './ui/controls/Messages.tsx';
import { Section } from './ui/Section.tsx';

export interface AccountSettingsProps {
  member: Member;
  preferences: Preferences;
  /** Optional mails that the brand sends. */
  mailKinds: readonly MailKind[];
  languages: readonly LanguageLink[];
  welcomeCredits: number;
  locale: string;
  messages: MessageTree;
}

/** The account's sections in the settings, each with a form. */
export function AccountSettings({ member, preferences, messages, locale, ...props }: AccountSettingsProps) {
  const session = useLive($session);
  const { email, username, verified, emailRefused } = session.status === 'member' ? session : member;
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <UsernameSettings email={email} username={username} />
      <EmailSettings
        email={email}
        verified={verified}
        refused={emailRefused}
        pending={preferences.pendingEmail}
        pendingRefused={preferences.pendingRefused}
        welcomeCredits={props.welcomeCredits}
      />
      <PasswordSettings email={email} />
      <LanguageSettings chosen={preferences.language} languages={props.languages} />
      <MailSettings kinds={props.mailKinds} wanted={preferences.mails} />
      <PrivacySettings chosen={preferences} />
    </MessagesProvider>
  );
}

export function UsernameSettings({ email, username }: { email: string; username: string }) {
  const t = useT();
  const showSaved = (name: string) => showToast('success', t('settings.username.saved', { name }));
  const text =
    username === email ? t('settings.username.none') : t('settings.username.text', { name: username });
  return (
    <Section id="username" title={t('settings.username.title')} text={text}>
      <UsernameForm
        email={email}
        username={username}
        submit={t('settings.username.submit')}
        onSaved={showSaved}
      />
    </Section>
  );
}
