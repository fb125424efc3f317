import { useStore } from '@nanostores/react';
import { Gift, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { brand } from '#content/brand/index.ts';
import type { Member } from '#contract/member/account-calls.ts';
import { LOW_CREDITS } from '#contract/wallet/prices.ts';
import { setMember } from '#lib/member/account/current-member.ts';
import { $session } from '#lib/member/account/store.ts';
import { $unread } from '#lib/messaging/inbox/unread.ts';
import { openModal } from '#lib/shell/modal.ts';
import { formatNumber } from '#lib/shell/numbers.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import type { LanguageLink } from '#lib/site/chrome/languages.ts';
import { showsMessenger } from '#lib/site/chrome/navigation.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { hook } from '../enhance/hooks.ts';
import { MemberMenu } from './member/account/MemberMenu.tsx';
import { MessengerButton } from './messaging/inbox/MessengerButton.tsx';
import { MessagesProvider, useT } from './ui/Messages.tsx';

const hasMessenger = showsMessenger(brand.features);

interface AccountProps {
  member: Member;
  locale: string;
  /** URL. */
  favourites: string;
  /** URL. */
  settings: string;
  /** URL. */
  messenger: string;
  languages: readonly LanguageLink[];
}

/** Stores the member the page was rendered for, then shows the account. */
export function HeaderAccount({ messages, ...account }: AccountProps & { messages: MessageTree }) {
  const { member, locale } = account;
  useEffect(() => {
    // A payment may have been booked since the page was rendered.
    setMember({ ...member, credits: $wallet.get().credits ?? member.credits });
  }, [member]);
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <Account {...account} />
    </MessagesProvider>
  );
}

export function Account({ member, locale, favourites, settings, messenger, languages }: AccountProps) {
  const session = useStore($session);
  const credits = useStore($wallet, { ssr: 'initial' }).credits ?? member.credits;
  const unread = useStore($unread, { ssr: 'initial' });
  useEffect(() => {
    if (hasMessenger) void import('./messaging/popups/start-messages.ts').then((m) => m.startMessages());
  }, []);
  const who = session.status === 'member' ? session : member;
  return (
    <div className="flex items-center gap-2 sm:gap-3">
      {!who.verified && <ClaimButton email={who.email} />}
      <CreditsButton credits={credits} locale={locale} />
      {hasMessenger && <MessengerButton href={messenger} unread={unread} />}
      <MemberMenu who={who} credits={credits} {...{ locale, favourites, settings, languages }} />
    </div>
  );
}

/** On phones only the menu has room for it. */
function ClaimButton({ email }: { email: string }) {
  const t = useT();
  return (
    <button
      type="button"
      onClick={() => openModal({ type: 'RegistrationConfirmation', email })}
      className="btn bg-accent-soft text-accent-ink hover:underline max-lg:hidden"
    >
      <Gift aria-hidden className="size-4.5" />
      {t('member.claim', { credits: brand.welcomeCredits })}
    </button>
  );
}

function CreditsButton({ credits, locale }: { credits: number; locale: string }) {
  const t = useT();
  const low = credits <= LOW_CREDITS;
  return (
    <button
      type="button"
      {...hook('drawer', 'wallet')}
      data-low={low || undefined}
      title={low ? t('header.lowCredits') : undefined}
      className={`btn btn-quiet py-1 pr-1.5 pl-3.5 tabular-nums ${low ? 'border-accent bg-accent-soft text-accent-ink hover:border-accent-strong hover:bg-accent-soft' : ''}`}
    >
      <span>
        {formatNumber(credits, locale)}
        <span className="max-sm:sr-only"> {t('header.creditsUnit', { count: credits })}</span>
      </span>
      <span className="grid size-7 place-items-center rounded-md bg-accent text-on-accent">
        <Plus aria-hidden className="size-4.5" strokeWidth={2.5} />
        <span className="sr-only">{t('header.addCredits')}</span>
      </span>
    </button>
  );
}
