import { lazy, useEffect, useState } from 'react';
import { brand } from '#content/brand/index.ts';
import { type ChatPrices, isMinute, unitCredits } from '#contract/chat/prices.ts';
import type { Rest } from '#contract/chat/receipt-calls.ts';
import type { ChatType } from '#contract/chat/session.ts';
import { $stream, type Offer } from '#lib/chat/offer.ts';
import { $chatRest, type KeptRest, keptUntil, secondsOf } from '#lib/chat/rests.ts';
import { $rejoins } from '#lib/chat/session/rejoin.ts';
import { pageChat } from '#lib/chat/session/session.ts';
import {
  type EndedChat,
  endTextsOf,
  endTitleOf,
  isAway,
  isFinal,
  isSentOut,
  type NextStep,
  nextStepOf,
  type StageView,
  stageOf,
} from '#lib/chat/session/stage.ts';
import { $chat, $interrupted, $isWelcome, $ownShow, $receipt, type Chat } from '#lib/chat/store.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openDrawer, openModal } from '#lib/shell/start/dialogs.ts';
import { loadEarly } from '#lib/shell/start/failures.ts';
import { shortClockOf } from '#lib/site/numbers.ts';
import { $dialIn, $wallet } from '#lib/wallet/store.ts';
import { Late } from '../../ui/controls/Boundary.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { keepFocus, useAlive, useLive } from '../../ui/controls/hooks.ts';
import { type Elements, useT } from '../../ui/controls/Messages.tsx';
import { usePrices } from '../use-prices.ts';

const loadShowOrWait = () => import('../vip/late/ShowOrWait.tsx').then((m) => ({ default: m.ShowOrWait }));
const ShowOrWait = lazy(loadShowOrWait);
const loadSentOut = () => import('./late/SentOut.tsx');
const SentOut = lazy(() => loadSentOut().then((m) => ({ default: m.SentOut })));
const WatchForSentOut = lazy(() => loadSentOut().then((m) => ({ default: m.WatchForSentOut })));
const Away = lazy(() => import('./late/Away.tsx').then((m) => ({ default: m.Away })));
/** Only for members, because guests do not pay. */
const loadReceipt = () => import('./Receipt.tsx').then((m) => ({ default: m.Receipt }));
const Receipt = lazy(loadReceipt);

/** Whether the performer is in a show, or on the break after it. */
const isShow = (view: CardProps['view']): boolean =>
  view.offer === 'busy' ||
  (view.kind === 'ended' && view.reason === 'vip-started' && view.offer === 'paused');

interface StageProps {
  offer: Offer;
  name: string;
  profileHref: string;
  related: Elements;
  /** Whether guests can pay by phone. */
  canCall?: boolean | undefined;
  /** Rests at rendering. */
  rests?: readonly Rest[] | undefined;
  /** What the performer asks at rendering. */
  prices?: ChatPrices | undefined;
}

/** Covers the picture while nothing plays. */
export function Stage({ offer, rests, prices: made, ...props }: StageProps) {
  const t = useT();
  const chat = useLive($chat);
  const view = stageOf(chat, offer, useLive($interrupted) !== null);
  const isWatching = chat.status === 'watching';
  useEffect(() => {
    // Preloaded: the card of a lost connection is shown offline.
    if (isWatching) loadEarly(loadShowOrWait);
    if (isWatching) loadEarly(loadSentOut);
    if (isWatching && chat.as === 'member') loadEarly(loadReceipt);
  }, [isWatching, chat]);
  const isWelcome = useLive($isWelcome);
  const rest = useChatRest(rests);
  const prices = usePrices(made);
  const next = useNextStep(view, { isKept: rest !== null, isWelcome, prices });
  const wasAway = useWasAway(chat, offer);
  const { price } = useLive($dialIn);
  const rejoins = useLive($rejoins);
  const isOwn = useLive($ownShow) !== null;
  const isDearer = chat.status === 'failed' && chat.label === 'badRequest.chat.price';
  const words = wordsOf(
    { isWelcome, view, next, rest, wasAway, rejoins, isOwn, isDearer, prices, name: props.name, price },
    t,
  );
  const news = view.kind === 'ended' || view.kind === 'failed' || isDearer ? words.title : '';
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      {view.kind !== 'picture' && (
        <Card {...props} view={view} words={words} next={next} rest={rest} isOwn={isOwn} prices={prices} />
      )}
    </>
  );
}

function useNextStep(
  view: StageView,
  { isKept, isWelcome, prices }: { isKept: boolean; isWelcome: boolean; prices: ChatPrices },
): NextStep {
  const balance = useLive($wallet).credits;
  if (view.kind === 'picture' || (view.kind === 'ended' && isFinal(view.reason) && !isWelcome)) return null;
  // The rest of the unit runs on in the other tab, and would continue here.
  const hasRest = isKept || (view.kind === 'ended' && view.reason === 'duplicate_session');
  return nextStepOf(view.offer, { balance, price: unitCredits(prices, 'chat'), hasRest });
}

/** Whether the performer has been away since this chat ended. */
function useWasAway(chat: Chat, offer: Offer): boolean {
  const [seen, setSeen] = useState({ chat, wasAway: false });
  const wasAway = (seen.chat === chat && seen.wasAway) || isAway(offer);
  if (seen.chat !== chat || seen.wasAway !== wasAway) setSeen({ chat, wasAway });
  return wasAway;
}

interface CardProps extends Omit<StageProps, 'offer' | 'rests' | 'prices'> {
  view: Exclude<StageView, { kind: 'picture' }>;
  words: { title: string; text: string };
  next: NextStep;
  rest: KeptRest | null;
  /** Whether the performer is in a show with this member: continuing it is then the main action. */
  isOwn: boolean;
  prices: ChatPrices;
}

function Card({ view, words, next, rest, isOwn, prices, name, profileHref, related, canCall }: CardProps) {
  const t = useT();
  const isAlive = useAlive();
  const { away } = useLive($stream);
  const hasReceipt = useLive($receipt) !== null && view.kind !== 'offer';
  const isOut = view.kind === 'ended' && isSentOut(view.reason);
  const isBrowserAtFault = view.kind === 'failed' && view.what !== 'picture' && view.what !== 'chat';
  const isOpen =
    view.offer === 'free' || view.offer === 'paid' || view.offer === 'phone' || view.offer === 'register';
  // One main button: to continue, to wait, or else that of the card.
  const isMain = (next === null || isBrowserAtFault) && !isShow(view);
  return (
    <div className="stream-card">
      <div className="w-full">
        <h2 className="text-balance font-bold text-2xl">{words.title}</h2>
        {words.text !== '' && <p className="mx-auto mt-2 max-w-sm text-pretty text-white/90">{words.text}</p>}
        {isAlive && away && view.offer === 'paused' && (
          <Late>
            <Away away={away} />
          </Late>
        )}
        {hasReceipt && (
          <Late>
            <Receipt name={name} rest={rest} />
          </Late>
        )}
        {view.kind !== 'offer' && (
          <Late>{isOut ? <SentOut name={name} /> : <WatchForSentOut name={name} />}</Late>
        )}
        {/* Client only: the server would complete it by an inline script. */}
        {isAlive && isShow(view) && (
          <Late>
            <ShowOrWait name={name} onGoOn={keepFocus} />
          </Late>
        )}
        {/* Disabled until hydration: an earlier click would be lost. */}
        <fieldset
          disabled={!isAlive}
          className="mt-5 flex flex-wrap justify-center gap-3 [&_button]:disabled:opacity-100"
        >
          {!isBrowserAtFault && (
            <GoOn next={next} rest={rest} name={name} credits={prices.chat} again={view.kind !== 'offer'} />
          )}
          {!isBrowserAtFault && next === 'register' && canCall && view.offer === 'register' && (
            <button
              type="button"
              className="btn stream-quiet"
              {...opens('dial-in')}
              onClick={() => openDrawer('dial-in')}
            >
              {t('phone.pay')}
            </button>
          )}
          {!isOwn && (view.kind !== 'offer' || !isOpen) && (
            <a href={profileHref} className={`btn ${isMain ? 'btn-primary' : 'stream-quiet'}`}>
              {t('stream.profile')}
            </a>
          )}
        </fieldset>
        {!(view.kind === 'offer' && isOpen) && related}
      </div>
    </div>
  );
}

interface WordsInput {
  view: StageView;
  next: NextStep;
  rest: KeptRest | null;
  wasAway: boolean;
  /** Whether a kicked or blocked viewer may join again. */
  isWelcome: boolean;
  rejoins: ChatType | null;
  /** Whether the performer is in a show with this member. */
  isOwn: boolean;
  /** Whether the performer asks more than the viewer had agreed to. */
  isDearer: boolean;
  prices: ChatPrices;
  name: string;
  /** Price of a minute by phone. */
  price: string;
}

function wordsOf(
  { isWelcome, view, next, rest, wasAway, rejoins, isOwn, isDearer, prices, name, price }: WordsInput,
  t: ReturnType<typeof useT>,
) {
  const textOf = (ended: EndedChat): string =>
    endTextsOf(ended, next, rest !== null)
      .map((key) => t(key, { ...valuesOf(name, prices), price }))
      .join(' ');
  switch (view.kind) {
    case 'picture':
      return { title: '', text: '' };
    case 'ended':
      if (isWelcome) return { title: t('chat.sentOut.over', { name }), text: '' };
      return {
        title: t(endTitleOf({ ...view, wasAway }), { name }),
        // The button already shows what the show costs and how long it is kept.
        text: isOwn && rejoins === null ? '' : textOf({ ...view, wasAway, rejoins }),
      };
    case 'failed': {
      if (view.what === 'browser') return { title: t('chat.noSupport'), text: t('chat.noSupportText') };
      if (view.what === 'old-browser') return { title: t('chat.tooOld'), text: t('chat.noSupportText') };
      if (view.what === 'format')
        return { title: t('chat.noFormat'), text: t('chat.noFormatText', { name }) };
      const title = view.what === 'picture' ? t('chat.noPicture') : t('chat.failed');
      return { title, text: textOf({ reason: 'failed', offer: view.offer, wasAway, rejoins }) };
    }
    case 'offer':
      if (isOwn) return { title: t('vip.own.title', { name }), text: '' };
      if (view.offer === 'phone')
        return { title: t('chat.startTitle', { name }), text: t('phone.goOnText', { price }) };
      if (view.offer === 'paid')
        return {
          title: t(isDearer ? 'chat.dearer' : 'chat.startTitle', { name }),
          text: t(startText(next, rest, prices), valuesOf(name, prices)),
        };
      return offerWords(view.offer, valuesOf(name, prices), t);
  }
}

const valuesOf = (name: string, { chat, unitSeconds }: ChatPrices) => ({
  name,
  credits: chat,
  seconds: unitSeconds,
  welcome: brand.welcomeCredits,
});

function startText(next: NextStep, rest: KeptRest | null, { unitSeconds }: ChatPrices) {
  if (next === 'topUp') return 'chat.topUp';
  if (rest) return 'chat.thenPaid';
  return isMinute(unitSeconds) ? 'chat.startText' : 'chat.startUnits';
}

function offerWords(
  offer: Exclude<Offer, 'free' | 'phone' | 'paid'>,
  values: ReturnType<typeof valuesOf>,
  t: ReturnType<typeof useT>,
) {
  switch (offer) {
    case 'register':
      return { title: t('chat.registerTitle'), text: t('chat.registerText', values) };
    case 'paused':
      return { title: t('stream.paused', values), text: t('stream.offlineText') };
    case 'busy':
      return { title: t('chat.busy', values), text: t('stream.offlineText') };
    case 'offline':
      return { title: t('stream.offline', values), text: t('stream.offlineText') };
  }
}

interface GoOnProps {
  next: NextStep;
  rest: KeptRest | null;
  name: string;
  /** For a minute. */
  credits: number;
  again: boolean;
}

function GoOn({ next, rest, name, credits, again }: GoOnProps) {
  const t = useT();
  if (next === 'register') {
    return (
      <>
        <Button {...opens('Register')} onClick={() => openModal({ type: 'Register' })}>
          {t('header.signUp')}
        </Button>
        <button
          type="button"
          className="btn stream-quiet"
          {...opens('Login')}
          onClick={() => openModal({ type: 'Login' })}
        >
          {t('header.login')}
        </button>
      </>
    );
  }
  if (next === 'topUp')
    return (
      <Button {...opens('wallet')} onClick={() => openDrawer('wallet')}>
        {t('header.addCredits')}
      </Button>
    );
  if (next === null) return null;
  const words = {
    phone: () => t('phone.goOn'),
    free: () => t('chat.again'),
    paid: () =>
      rest
        ? t('chat.goOnPaid', { time: shortClockOf(secondsOf(rest)) })
        : t(again ? 'chat.againPaid' : 'chat.start', { credits }),
  };
  return (
    <Button
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        void pageChat.joinChat(name);
      }}
    >
      {words[next]()}
    </Button>
  );
}

/** The usable rest of a chat unit; the first render uses the server-rendered value. */
function useChatRest(rests: readonly Rest[] = []): KeptRest | null {
  const live = useLive($chatRest);
  const made = rests.find(({ mode }) => mode === 'chat');
  return useAlive() || !made ? live : keptUntil(made);
}
