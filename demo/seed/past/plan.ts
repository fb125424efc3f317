import { prices } from '#contract/wallet/prices.ts';

/** `daysAgo`: counted from the time of seeding. `with`: index in the plan's list of performers. */
interface Past {
  daysAgo: number;
}

interface PastPurchase extends Past {
  bundle: string;
  method: string;
}

export interface PastChat extends Past {
  with: number;
  type: 'chat' | 'free';
  /** Whole minutes watched. */
  minutes: number;
  tips: readonly { amount: number; message: string }[];
}

interface PastLine {
  from: 'member' | 'performer';
  text: string;
  /** Includes a photo of the performer. */
  photo?: true;
  /** Minutes after the first line. */
  after: number;
}

export interface PastConversation extends Past {
  with: number;
  lines: readonly PastLine[];
  /** The member has not read the last line. */
  unread?: boolean;
}

/** A month that was paid out to every performer who was owed something. */
export interface PastPayouts extends Past {
  /** As `2026-03`. */
  month: string;
}

/** What a member of the demo did before the seeding. */
export interface MemberPlan {
  registeredDaysAgo: number;
  purchases: readonly PastPurchase[];
  chats: readonly PastChat[];
  conversations: readonly PastConversation[];
  /** Indexes in the list of performers. */
  favourites: readonly number[];
  /** In credits. */
  monthLimit: number | null;
  payouts: readonly PastPayouts[];
}

/** Days between the demo member's registration and the seeding; everything of others is older. */
export const REGISTERED_DAYS_AGO = 34;

const purchases: readonly PastPurchase[] = [
  { daysAgo: 33, bundle: 'plus', method: 'ideal' },
  { daysAgo: 12, bundle: 'comfort', method: 'creditcard' },
  { daysAgo: 2, bundle: 'start', method: 'ideal' },
];

const chats: readonly PastChat[] = [
  { daysAgo: 33, with: 0, type: 'chat', minutes: 4, tips: [{ amount: 100, message: 'Leuk je te spreken!' }] },
  { daysAgo: 12, with: 1, type: 'free', minutes: 9, tips: [{ amount: 150, message: '' }] },
  { daysAgo: 5, with: 0, type: 'chat', minutes: 7, tips: [{ amount: 250, message: 'Voor de mooie muziek' }] },
  { daysAgo: 1, with: 2, type: 'chat', minutes: 3, tips: [] },
];

const conversations: readonly PastConversation[] = [
  {
    daysAgo: 20,
    with: 2,
    lines: [
      { from: 'member', after: 0, text: 'Hoi! Ben je in het weekend ook online?' },
      { from: 'performer', after: 45, text: 'Zaterdag vanaf negen uur. Tot dan!' },
      { from: 'member', after: 52, text: 'Fijn, dan kom ik langs.' },
      { from: 'performer', after: 60, text: 'Gezellig 😊' },
    ],
  },
  {
    // After the chat of that day: the books are written in the order of time.
    daysAgo: 4.98,
    with: 0,
    lines: [
      { from: 'member', after: 0, text: 'Dank je wel voor vanavond. Welke muziek was dat?' },
      {
        from: 'performer',
        after: 30,
        text: 'Dat was een lijst met oude soul. Ik stuur je nog een foto van de hoes.',
      },
      { from: 'performer', after: 34, text: 'Hier, zoals beloofd.', photo: true },
      { from: 'member', after: 50, text: 'Mooi, die ga ik opzoeken.' },
      { from: 'performer', after: 70, text: 'Laat maar weten wat je ervan vindt!' },
    ],
  },
  {
    // After that day's chat.
    daysAgo: 0.98,
    with: 1,
    lines: [
      { from: 'member', after: 0, text: 'Hoe was je vakantie?' },
      { from: 'performer', after: 180, text: 'Heerlijk, net terug. Vanavond ben ik weer live, kom je ook?' },
    ],
    unread: true,
  },
];

export const demoMember: MemberPlan = {
  registeredDaysAgo: REGISTERED_DAYS_AGO,
  purchases,
  chats,
  conversations,
  favourites: [0, 1, 3],
  monthLimit: 10_000,
  payouts: [],
};

/** Total cost in credits. */
export function costOf({ chats, conversations }: MemberPlan): number {
  const minutes = chats.map((chat) => (chat.type === 'chat' ? chat.minutes * prices.chatMinute : 0));
  const tips = chats.flatMap((chat) => chat.tips.map(({ amount }) => amount));
  const messages = conversations
    .flatMap(({ lines }) => lines)
    .map(({ from }) => (from === 'member' ? prices.message : 0));
  return [...minutes, ...tips, ...messages].reduce((sum, credits) => sum + credits, 0);
}
