import { ChevronDown, Gift, Heart, LogOut, Plus, Settings, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { brand } from '#content/brand/index.ts';
import { logOut } from '#lib/member/account/log-out.ts';
import { openModal } from '#lib/shell/modal.ts';
import { formatNumber } from '#lib/shell/numbers.ts';
import type { LanguageLink } from '#lib/site/chrome/languages.ts';
import { memberNavigation, type NavAction, shownItems } from '#lib/site/chrome/navigation.ts';
import { hook } from '../../../enhance/hooks.ts';
import { useT } from '../../ui/Messages.tsx';

interface MemberMenuProps {
  who: { readonly username: string; readonly email: string; readonly verified: boolean };
  credits: number;
  locale: string;
  favourites: string;
  settings: string;
  languages: readonly LanguageLink[];
}

const MENU = 'member-menu';
/** Items close the menu, also those that open a dialog. */
const closes = { popoverTarget: MENU, popoverTargetAction: 'hide' } as const;
const itemLook =
  'flex min-h-10 w-full items-center gap-3 rounded-md px-3 py-2 text-left font-medium hover:bg-sunken aria-[current]:text-accent-ink';

/** A native popover: the browser handles Escape, outside clicks and focus. */
export function MemberMenu({ who, credits, locale, favourites, settings, languages }: MemberMenuProps) {
  const t = useT();
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        aria-label={`${who.username}, ${t('header.account')}`}
        className="btn btn-quiet tip px-2.5"
      >
        <UserRound aria-hidden className="size-5" />
        <span className="max-w-32 truncate max-lg:hidden">{who.username}</span>
        <ChevronDown aria-hidden className="size-4 text-ink-soft max-lg:hidden" />
      </button>
      <div id={MENU} popover="auto" className="header-popover">
        <p className="truncate px-3 pt-1.5 font-semibold">
          {t('header.greeting', { username: who.username })}
        </p>
        <Balance credits={credits} locale={locale} />
        {!who.verified && (
          <button
            type="button"
            {...closes}
            onClick={() => openModal({ type: 'RegistrationConfirmation', email: who.email })}
            className={`${itemLook} text-accent-ink lg:hidden`}
          >
            <Gift aria-hidden className="size-4.5" />
            {t('member.claim', { credits: brand.welcomeCredits })}
          </button>
        )}
        <Entries favourites={favourites} settings={settings} />
        <nav aria-label={t('header.language')} className="mt-2 border-line border-t pt-2 lg:hidden">
          {languages.map(({ locale: other, name, iso, href, current }) => (
            <a
              key={other}
              href={href}
              hrefLang={other}
              lang={iso}
              aria-current={current || undefined}
              className={itemLook}
            >
              {name}
            </a>
          ))}
        </nav>
      </div>
    </>
  );
}

function Balance({ credits, locale }: { credits: number; locale: string }) {
  const t = useT();
  return (
    <div className="my-2 flex items-center justify-between gap-3 rounded-md bg-sunken py-2 pr-2 pl-3">
      <p className="text-sm leading-tight">
        <span className="block text-ink-soft text-xs">{t('header.balance')}</span>
        <strong className="tabular-nums">{formatNumber(credits, locale)}</strong>{' '}
        {t('header.creditsUnit', { count: credits })}
      </p>
      <button
        type="button"
        {...closes}
        {...hook('drawer', 'wallet')}
        className="btn btn-primary min-h-9 px-3 text-sm"
      >
        <span className="max-lg:hidden">{t('header.addCredits')}</span>
        <span className="lg:hidden">{t('header.add')}</span>
      </button>
    </div>
  );
}

const icons: Readonly<Record<string, ReactNode>> = {
  credits: <Plus aria-hidden className="size-4.5 text-ink-soft" />,
  favourites: <Heart aria-hidden className="size-4.5 text-ink-soft" />,
  settings: <Settings aria-hidden className="size-4.5 text-ink-soft" />,
  logout: <LogOut aria-hidden className="size-4.5 text-ink-soft" />,
};

function Entries(addresses: Readonly<Record<'favourites' | 'settings', string>>) {
  const t = useT();
  // The balance above links to the credits already.
  const items = shownItems(memberNavigation, { loggedIn: true }).filter(({ key }) => key !== 'credits');
  const links: Readonly<Record<string, string>> = addresses;
  return (
    <ul>
      {items.map(({ key, alt, action }) => (
        <li key={key}>
          <Entry action={action} href={links[key]}>
            {icons[key]}
            {t(alt)}
          </Entry>
        </li>
      ))}
    </ul>
  );
}

function Entry({
  action,
  href,
  children,
}: {
  action: NavAction;
  href?: string | undefined;
  children: ReactNode;
}) {
  if ('go' in action) {
    return (
      <a href={href ?? action.go} className={itemLook}>
        {children}
      </a>
    );
  }
  const does =
    'drawer' in action ? { ...closes, ...hook('drawer', action.drawer) } : { onClick: () => void logOut() };
  return (
    <button type="button" {...does} className={itemLook}>
      {children}
    </button>
  );
}
