import { showToast } from '#lib/shell/start/feedback.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { Section } from '../../ui/Section.tsx';
import { UsernameForm } from './UsernameForm.tsx';

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
