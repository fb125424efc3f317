import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { brand } from '#content/brand/index.ts';
import { prices } from '#contract/wallet/prices.ts';
import { $meter, $watchedSeconds, clockOf } from '#lib/chat/meter.ts';
import type { Offer } from '#lib/chat/offer.ts';
import { join } from '#lib/chat/session.ts';
import { $chat } from '#lib/chat/store.ts';
import { openModal } from '#lib/shell/modal.ts';
import { Button } from '../ui/Button.tsx';
import { useT } from '../ui/Messages.tsx';

interface StageProps {
  offer: Offer;
  name: string;
}

/** What stands over the picture while nothing plays: what can be watched, why it ended, and how to go on. */
export function Stage({ offer, name }: StageProps) {
  const chat = useStore($chat);
  if (chat.status === 'joining' || chat.status === 'watching') return null;
  if (chat.status === 'ended' && chat.reason !== 'chat-switch')
    return <Ended reason={chat.reason} offer={offer} name={name} />;
  if (chat.status === 'failed' && offer !== 'offline' && offer !== 'paused' && offer !== 'busy') {
    return <Failed isMedia={isAboutMedia(chat.label)} offer={offer} name={name} />;
  }
  return <Offered offer={offer} name={name} />;
}

const isAboutMedia = (label: string): boolean =>
  label.startsWith('player.') || label === 'badRequest.media.unavailable';

function Offered({ offer, name }: StageProps) {
  const t = useT();
  if (offer === 'free') return null;
  if (offer === 'paid') {
    return (
      <Card title={t('chat.startTitle', { name })} text={t('chat.startText', { credits: prices.chatMinute })}>
        <GoOn offer={offer} name={name} />
      </Card>
    );
  }
  if (offer === 'register') {
    const values = { name, credits: prices.chatMinute, welcome: brand.welcomeCredits };
    return (
      <Card title={t('chat.registerTitle')} text={t('chat.registerText', values)}>
        <GoOn offer={offer} name={name} />
      </Card>
    );
  }
  const titles = {
    paused: t('stream.paused', { name }),
    busy: t('chat.busy', { name }),
    offline: t('stream.offline', { name }),
  };
  return <Card title={titles[offer]} text={t('stream.offlineText')} />;
}

function Ended({ reason, offer, name }: StageProps & { reason: Exclude<EndedReason, 'chat-switch'> }) {
  const t = useT();
  const { spent } = useStore($meter);
  const seconds = useStore($watchedSeconds);
  const receipt = t('chat.receipt', { time: clockOf(seconds), credits: spent });
  const next = reason === 'guest_expired' ? 'register' : offer;
  return (
    <Card title={t(`chat.ended.${reason}`, { name })} text={seconds > 0 && spent > 0 ? receipt : ''}>
      <GoOn offer={next} name={name} again />
    </Card>
  );
}

type EndedReason = Extract<ReturnType<typeof $chat.get>, { status: 'ended' }>['reason'];

function Failed({ isMedia, offer, name }: StageProps & { isMedia: boolean }) {
  const t = useT();
  return (
    <Card title={isMedia ? t('chat.noPicture') : t('chat.failed')} text={t('chat.nothingCharged')}>
      <GoOn offer={offer} name={name} again />
    </Card>
  );
}

/** The way on that fits what is offered; the price stands on the button. */
function GoOn({ offer, name, again = false }: StageProps & { again?: boolean }) {
  const t = useT();
  if (offer === 'register') {
    return (
      <>
        <Button onClick={() => openModal({ type: 'Register' })}>{t('header.signUp')}</Button>
        <Button
          look="quiet"
          className="text-white! hover:bg-white/15!"
          onClick={() => openModal({ type: 'Login' })}
        >
          {t('header.login')}
        </Button>
      </>
    );
  }
  if (offer !== 'free' && offer !== 'paid') return null;
  const paid = again ? 'chat.againPaid' : 'chat.start';
  return (
    <Button onClick={() => void join(name)}>
      {offer === 'free' ? t('chat.again') : t(paid, { credits: prices.chatMinute })}
    </Button>
  );
}

function Card({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="stream-card">
      <div>
        <p className="font-bold text-2xl">{title}</p>
        {text && <p className="mx-auto mt-2 max-w-sm text-white/85">{text}</p>}
        <div className="mt-5 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </div>
  );
}
