import { useStore } from '@nanostores/react';
import { lazy, Suspense, useCallback, useEffect, useId, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import { rotateWhipKey, showWhipKey } from '#contract/studio/account/whip-key-calls.ts';
import { call } from '#lib/api/call.ts';
import { pageFactor } from '#lib/studio/prove-factor.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Notice } from '../ui/form/Notice.tsx';
import { Receiving } from './devices/Sending.tsx';
import { useStudio } from './studio-page.ts';

export type ShownKey = OutputOf<typeof showWhipKey>;

/** Handed in by the page, which has loaded them. */
interface EncoderDetailsProps {
  showWhipKey: () => Promise<ShownKey>;
  rotateWhipKey: () => Promise<ShownKey>;
  keyOf: typeof refusalKey;
}

/** Address and key for an encoder such as OBS. */
export function EncoderDetails({ showWhipKey: show, rotateWhipKey: rotate, keyOf }: EncoderDetailsProps) {
  const t = useT();
  const [shown, setShown] = useState<ShownKey | null>(null);
  const [refusal, setRefusal] = useState<ErrorLabel | null>(null);
  const load = useCallback(async (read: () => Promise<ShownKey>) => {
    setRefusal(null);
    try {
      setShown(await read());
    } catch (error) {
      setRefusal(labelOf(error));
    }
  }, []);
  useEffect(() => void load(show), [load, show]);
  return (
    <>
      {refusal && <Notice>{t(keyOf(refusal))}</Notice>}
      {shown && (
        <>
          <Copied label={t('studio.live.encoder.address')} value={new URL(shown.url, location.origin).href} />
          {shown.key && <Copied label={t('studio.live.encoder.key')} value={shown.key} isSecret />}
          <p className="text-ink-soft text-sm">{t('studio.live.encoder.settings')}</p>
          <p className="text-ink-soft text-sm">{t('studio.live.encoder.layers')}</p>
          <div className="grid gap-1.5">
            <Button look="quiet" onClick={() => void load(rotate)} className="min-h-11 justify-self-start">
              {t(shown.key ? 'studio.live.encoder.rotate' : 'studio.live.encoder.create')}
            </Button>
            {shown.key && <p className="text-ink-soft text-sm">{t('studio.live.encoder.rotateText')}</p>}
          </div>
        </>
      )}
    </>
  );
}

interface CopiedProps {
  label: string;
  value: string;
  /** Hidden like a password, since the screen may be shared. */
  isSecret?: boolean;
}

function Copied({ label, value, isSecret = false }: CopiedProps) {
  const t = useT();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="min-h-11 w-full min-w-0 rounded-lg border border-line-strong bg-page px-3 font-mono text-ink text-sm"
        />
        <Button look="quiet" onClick={() => void copy()} className="min-h-11">
          {t(isCopied ? 'studio.live.encoder.copied' : 'studio.live.encoder.copy')}
        </Button>
      </div>
    </div>
  );
}

const keys = {
  'badRequest.performer.offline': 'studio.live.refused.offline',
  'badRequest.performer.busy': 'studio.live.refused.busy',
  'badRequest.chat.closed': 'studio.live.refused.closed',
  'badRequest.factor.required': 'studio.factor.unproved',
  'badRequest.identity.missing': 'studio.live.refused.identity',
  'badRequest.identity.expired': 'studio.live.refused.document',
  'badRequest.vip.closed': 'studio.live.refused.vipClosed',
  'badRequest.notFound': 'studio.live.refused.vipClosed',
  'badRequest.deduct.credits.amount': 'studio.live.refused.noCredits',
  'badRequest.moderator.guest': 'studio.live.refused.moderatorGuest',
  'badRequest.moderator.sentOut': 'studio.live.refused.moderatorSentOut',
  'badRequest.moderator.full': 'studio.live.refused.moderatorFull',
  UNAVAILABLE: 'studio.live.refused.unavailable',
} as const satisfies Partial<Record<ErrorLabel, string>>;

/** The text for a refused act of the studio. */
export const refusalKey = (label: ErrorLabel) =>
  own<(typeof keys)[keyof typeof keys]>(keys, label) ?? 'studio.live.refused.other';

const Details = lazy(() => import('./EncoderDetails.tsx').then((m) => ({ default: m.EncoderDetails })));

const acts = {
  showWhipKey: () => call(showWhipKey, {}),
  rotateWhipKey: () => pageFactor.withFactor(() => call(rotateWhipKey, {})),
};

/** How to broadcast with an encoder; address and key are loaded when the card is opened. */
export function EncoderCard() {
  const t = useT();
  const { broadcast } = useStudio();
  const { state } = useStore(broadcast.$broadcast);
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-xl border border-line bg-surface p-5"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-bold text-lg">{t('studio.live.encoder.title')}</summary>
      <div className="mt-3 grid gap-3">
        <p className="text-ink-soft text-sm">{t('studio.live.encoder.text')}</p>
        <Receiving />
        {state === 'sending' && <p className="text-ink-soft text-sm">{t('studio.live.encoder.here')}</p>}
        {isOpen && (
          <Suspense fallback={null}>
            <Details {...acts} keyOf={refusalKey} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
