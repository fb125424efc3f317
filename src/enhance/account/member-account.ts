import { brand } from '#content/brand/index.ts';
import type { Member } from '#contract/member/account/account-calls.ts';
import { currentMember, logOut } from '#lib/member/account/current-member.ts';
import { guardMemberPage } from '#lib/shell/late/member-page.ts';
import { openLate, openModal } from '#lib/shell/start/dialogs.ts';
import { type AccountPart, closest, findAll, readHook, setText } from '#lib/shell/start/hooks.ts';
import { $session, lacksUsername } from '#lib/shell/start/session.ts';
import { documentLocale, type MessageTree, type Translator, translator } from '#lib/shell/translate.ts';
import { $unread, unreadText } from '#lib/shell/unread.ts';
import { accountWords, showsMessenger } from '#lib/site/chrome/navigation.ts';
import { $wallet } from '#lib/wallet/store.ts';

/** Starts the header of a page rendered for a member: stores the member, and follows changes. */
export async function startAccount(account: HTMLElement): Promise<void> {
  const member = JSON.parse(readHook(account, 'member') ?? '') as Member;
  // A payment may have been booked since the page was rendered.
  currentMember.setMember({ ...member, credits: $wallet.get().credits ?? member.credits });
  await followAccount(account);
}

/** Keeps name, balance and unread count current, and enables the buttons. */
export async function followAccount(account: HTMLElement): Promise<void> {
  const locale = documentLocale();
  const t = translator(JSON.parse(readHook(account, 'words') ?? '') as MessageTree, locale);
  const show = () => showMember(account, { t, locale });
  show();
  guardMemberPage(currentMember.end);
  for (const store of [$session, $wallet, $unread]) store.listen(show);
  account.addEventListener('click', press);
  if (showsMessenger(brand.features))
    await import('../../islands/messaging/popups/start-messages.ts').then((m) => m.startMessages());
  // Until then the browser handles links and menu.
  account.toggleAttribute('data-alive', true);
}

function showMember(account: HTMLElement, language: { t: Translator; locale: string }): void {
  const session = $session.get();
  // After a logout the page is about to be left.
  if (session.status !== 'member') return;
  const { username, verified, emailRefused } = session;
  const words = accountWords({ username, credits: $wallet.get().credits ?? 0 }, language);
  const unread = unreadText($unread.get());
  for (const part of findAll(account, 'account'))
    switch (readHook(part, 'account') as AccountPart) {
      case 'claim':
        part.hidden = verified || emailRefused;
        break;
      case 'refused':
        part.hidden = !emailRefused;
        break;
      case 'wallet':
        part.toggleAttribute('data-low', words.low !== null);
        if (words.low === null) part.removeAttribute('title');
        else part.title = words.low;
        break;
      case 'balance':
        setText(part, words.balance);
        break;
      case 'unit':
        setText(part, words.unit);
        break;
      case 'messages':
        part.setAttribute('aria-label', messagesName(language.t, $unread.get()));
        break;
      case 'unread':
        setText(part, unread ?? '');
        part.hidden = unread === null;
        break;
      case 'menu':
        part.setAttribute('aria-label', words.account);
        break;
      case 'username':
        setText(part, username);
        break;
      case 'greeting':
        setText(part, words.greeting);
        break;
      case 'log-out':
    }
}

/** The accessible name contains the number as it is shown. */
function messagesName(t: Translator, unread: number): string {
  const text = unreadText(unread);
  const label = text === String(unread) ? t('header.unread', { count: unread }) : text;
  return [t('header.messages'), label].filter(Boolean).join(', ');
}

function press(event: MouseEvent): void {
  const part = closest(event.target, 'account');
  const session = $session.get();
  if (!part || session.status !== 'member') return;
  switch (readHook(part, 'account') as AccountPart) {
    case 'claim':
      openModal({ type: 'RegistrationConfirmation', email: session.email });
      break;
    case 'log-out':
      void logOut();
      break;
    case 'messages':
    case 'unread':
      askUsername(event);
      break;
    default:
  }
}

/** Asks for a username first if it is still the e-mail address (platform spec 2). */
function askUsername(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || !lacksUsername($session.get())) return;
  event.preventDefault();
  void openLate(import('#lib/member/settings/username-prompt.ts'), ({ usernamePrompt }) =>
    usernamePrompt.withUsername(() => location.assign(link.href), 'go'),
  );
}
