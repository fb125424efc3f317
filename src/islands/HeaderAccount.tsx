import { useStore } from '@nanostores/react';
import { ChevronDown, Gift, LogOut, Plus, UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { brand } from '#content/brand/index.ts';
import type { Member } from '#contract/member/calls.ts';
import { LOW_CREDITS } from '#contract/wallet/prices.ts';
import { enter } from '#lib/member/enter.ts';
import { logOut } from '#lib/member/log-out.ts';
import { $session } from '#lib/member/store.ts';
import { openModal } from '#lib/shell/modal.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { MessagesProvider, useT } from './ui/Messages.tsx';

interface HeaderAccountProps {
  member: Member;
  messages: MessageTree;
  locale: string;
}

/** The island of a page that was rendered for a member: takes the member in, then shows the account. */
export function HeaderAccount({ member, messages, locale }: HeaderAccountProps) {
  useEffect(() => {
    // A payment may have been booked since this page was rendered, and been heard of before this runs.
    enter({ ...member, credits: $wallet.get().credits ?? member.credits });
  }, [member]);
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <Account member={member} locale={locale} />
    </MessagesProvider>
  );
}

/** The member's end of the header: the balance that opens the wallet, and the menu. */
export function Account({ member, locale }: Omit<HeaderAccountProps, 'messages'>) {
  return (
    <div className="flex items-center gap-2">
      <CreditsButton initial={member.credits} locale={locale} />
      <MemberMenu initial={member} />
    </div>
  );
}

function CreditsButton({ initial, locale }: { initial: number; locale: string }) {
  const t = useT();
  const credits = useStore($wallet, { ssr: 'initial' }).credits ?? initial;
  const low = credits <= LOW_CREDITS;
  return (
    <button
      type="button"
      data-drawer="wallet"
      className={`btn btn-quiet py-1 pr-1.5 pl-3.5 tabular-nums ${low ? 'border-accent' : ''}`}
    >
      <span>
        {credits.toLocaleString(locale)}
        <span className="max-sm:sr-only"> {t('header.creditsUnit', { count: credits })}</span>
      </span>
      <span className="grid size-7 place-items-center rounded-md bg-accent text-on-accent">
        <Plus aria-hidden className="size-4.5" strokeWidth={2.5} />
        <span className="sr-only">{t('header.addCredits')}</span>
      </span>
    </button>
  );
}

const MENU = 'member-menu';
const itemLook =
  'flex min-h-10 w-full items-center gap-3 rounded-md px-3 py-2 text-left font-medium hover:bg-sunken';

/** A native popover: the browser closes it outside and on Escape, and gives the focus back. */
function MemberMenu({ initial }: { initial: Member }) {
  const t = useT();
  const session = useStore($session);
  const { username, email, verified } = session.status === 'member' ? session : initial;
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        aria-label={`${username}, ${t('header.account')}`}
        className="btn btn-quiet px-2.5"
      >
        <UserRound aria-hidden className="size-5" />
        <span className="max-w-32 truncate max-lg:hidden">{username}</span>
        <ChevronDown aria-hidden className="size-4 text-ink-soft max-sm:hidden" />
      </button>
      <div id={MENU} popover="auto" className="header-popover">
        <p className="truncate border-line border-b px-3 pt-1.5 pb-2.5 font-semibold">
          {t('header.greeting', { username })}
        </p>
        <div className="pt-2">
          {!verified && (
            <button
              type="button"
              popoverTarget={MENU}
              popoverTargetAction="hide"
              onClick={() => openModal({ type: 'RegistrationConfirmation', email })}
              className={itemLook}
            >
              <Gift aria-hidden className="size-4.5 text-accent-ink" />
              {t('member.claim', { credits: brand.welcomeCredits })}
            </button>
          )}
          <button
            type="button"
            popoverTarget={MENU}
            popoverTargetAction="hide"
            data-drawer="wallet"
            className={itemLook}
          >
            <Plus aria-hidden className="size-4.5 text-ink-soft" />
            {t('header.addCredits')}
          </button>
          <button type="button" onClick={() => void logOut()} className={itemLook}>
            <LogOut aria-hidden className="size-4.5 text-ink-soft" />
            {t('header.logout')}
          </button>
        </div>
      </div>
    </>
  );
}
