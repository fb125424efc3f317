import { showToast } from '../../shell/toast.ts';
import { documentLocale, loadMessages, type Translator, translator } from '../../shell/translate.ts';
import { formatEuro } from '../../site/numbers.ts';

async function texts(): Promise<{ t: Translator; locale: string }> {
  const locale = documentLocale();
  return { t: translator(await loadMessages(locale), locale), locale };
}

export async function tellRunning(): Promise<void> {
  const { t } = await texts();
  showToast('success', t('dialIn.running'));
}

/** Called after a login during the call. */
export async function tellHungUp(): Promise<void> {
  const { t } = await texts();
  showToast('success', t('dialIn.hungUp'));
}

/** Shows the length and the price of the call. */
export async function tellEnded({
  seconds,
  cents,
}: {
  seconds: number | null;
  cents: number | null;
}): Promise<void> {
  const { t, locale } = await texts();
  if (seconds === null || cents === null) {
    showToast('success', t('dialIn.ended'));
    return;
  }
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  showToast('success', t('dialIn.endedWith', { time, price: formatEuro(cents / 100, locale) }));
}
