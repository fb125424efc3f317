import { useStore } from '@nanostores/react';
import { CreditCard, Landmark, type LucideIcon, Ticket } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ErrorLabel } from '#contract/errors.ts';
import { memberStates } from '#contract/tax/vat-rates.ts';
import { type PayMethod, type PaymentOption, usualOption } from '#contract/wallet/payment.ts';
import type { BundleOffer } from '#contract/wallet/purchase-calls.ts';
import { chatWith } from '#lib/chat/store.ts';
import { type RefusalTexts, textFor } from '#lib/shell/texts/refusal-texts.ts';
import { documentLocale } from '#lib/shell/translate.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { formatEuro } from '#lib/site/numbers.ts';
import { $choice, chooseOption } from '#lib/wallet/purchase/choice.ts';
import { minuteCredits, minuteEuro } from '#lib/wallet/purchase/minute-prices.ts';
import { openPayment } from '#lib/wallet/purchase/purchase.ts';
import { $purchase, chooseAgain } from '#lib/wallet/store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { Select } from '../../ui/form/Select.tsx';

interface CheckoutProps {
  bundle: BundleOffer;
  options: readonly PaymentOption[];
  /** Asks where the buyer lives, which decides the VAT; missing where it does not count. */
  billing?: { readonly country: string | null } | undefined;
  onChange: () => void;
}

/** Price, method and consent are shown before the single button that pays (required by law). */
export function Checkout({ bundle, options, billing, onChange }: CheckoutProps) {
  const t = useT();
  const locale = documentLocale();
  const purchase = useStore($purchase);
  const { option: chosen } = useStore($choice);
  const option = (options.find(({ id }) => id === chosen) ?? usualOption(options, locale))?.id ?? '';
  const [consent, setConsent] = useState(false);
  const network = billing?.country ?? '';
  const [country, setCountry] = useState(memberStates.includes(network) ? network : '');
  const price = formatEuro(bundle.cents / 100, locale);
  const refused = purchase.status === 'refused' ? purchase.label : null;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (purchase.status !== 'refused') return;
    form.current?.querySelector<HTMLElement>('[data-mistake]')?.focus();
  }, [purchase]);
  const isRefusedMethod = refused === 'badRequest.invalid.paymentMethod';
  const isGone = refused === 'badRequest.invalid.bundle';
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void openPayment({ bundle: bundle.id, option, consent, country }, chatWith());
      }}
    >
      <div className="flex items-start justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
        <div>
          <p className="font-bold tabular-nums">{t('wallet.credits', { count: bundle.credits })}</p>
          <p className="text-ink-soft text-sm tabular-nums">
            {t('wallet.perMinute', { price: minuteEuro(bundle, locale) })}
          </p>
          <p className="text-ink-soft text-xs">{t('wallet.perMinuteNote', { credits: minuteCredits() })}</p>
          <button
            type="button"
            onClick={onChange}
            aria-describedby={isGone ? `${id}-gone` : undefined}
            data-mistake={isGone || undefined}
            className="link mt-1 py-1 text-sm"
          >
            {t('wallet.change')}
          </button>
          {isGone && <Mistake id={`${id}-gone`}>{t('wallet.error.bundle')}</Mistake>}
        </div>
        <p className="text-right font-bold text-xl tabular-nums">
          <span translate="no">{price}</span>
          <span className="block whitespace-nowrap font-normal text-ink-soft text-xs">{t('wallet.vat')}</span>
        </p>
      </div>
      <Methods
        options={options}
        chosen={option}
        error={isRefusedMethod}
        onChoose={(other) => {
          chooseOption(other);
          if (isRefusedMethod) chooseAgain();
        }}
      />
      {billing && <Residence country={country} onChoose={setCountry} />}
      <Consent
        checked={consent}
        error={refused === 'badRequest.consent.required' && !consent}
        onChange={setConsent}
      />
      {refused && !atTheirField.has(refused) && (
        <div className="mt-4">
          <Notice>{t(textFor(refused, ownTexts))}</Notice>
        </div>
      )}
      <Button
        type="submit"
        busy={purchase.status === 'opening' || purchase.status === 'leaving'}
        className="mt-5 min-h-12 w-full text-base"
      >
        {t('wallet.buy', { price })}
      </Button>
    </form>
  );
}

const atTheirField: ReadonlySet<ErrorLabel> = new Set([
  'badRequest.consent.required',
  'badRequest.invalid.bundle',
  'badRequest.invalid.paymentMethod',
]);

const ownTexts: RefusalTexts = {
  'badRequest.limit.coolOff': 'wallet.error.coolOff',
  'badRequest.tooMany': 'wallet.error.tooMany',
  UNAVAILABLE: 'wallet.error.provider',
};

interface ResidenceProps {
  country: string;
  onChoose: (country: string) => void;
}

function Residence({ country, onChoose }: ResidenceProps) {
  const t = useT();
  const names = new Intl.DisplayNames(documentLocale(), { type: 'region' });
  const states = memberStates.map((id) => ({ id, name: names.of(id) ?? id }));
  return (
    <div className="mt-5">
      <Select
        label={t('wallet.country')}
        value={country}
        options={[
          ...states.sort((one, other) => one.name.localeCompare(other.name)),
          { id: '', name: t('wallet.countryElsewhere') },
        ]}
        onChoose={async (id) => onChoose(id)}
      />
      <p className="mt-1.5 text-ink-soft text-xs">{t('wallet.countryHint')}</p>
    </div>
  );
}

interface ConsentProps {
  checked: boolean;
  error: boolean;
  onChange: (checked: boolean) => void;
}

function Consent({ checked, error, onChange }: ConsentProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="mt-5">
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          required
          checked={checked}
          aria-invalid={error || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          data-mistake={error || undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5 size-6 shrink-0 accent-accent aria-invalid:outline-2 aria-invalid:outline-danger"
        />
        <label htmlFor={id} className="text-sm">
          {t('wallet.consent')}
        </label>
      </div>
      {error && <Mistake id={`${id}-error`}>{t('wallet.consentNeeded')}</Mistake>}
    </div>
  );
}

const methodNames: Readonly<Record<PayMethod, MessageKey>> = {
  creditcard: 'wallet.method.creditcard',
  ideal: 'wallet.method.ideal',
  mistercash: 'wallet.method.mistercash',
  paysafecard: 'wallet.method.paysafecard',
  sofortbanking: 'wallet.method.sofortbanking',
};

/** Our own icons: the methods' logos are third-party trademarks. */
const methodSigns: Readonly<Record<PayMethod, LucideIcon>> = {
  creditcard: CreditCard,
  ideal: Landmark,
  mistercash: Landmark,
  paysafecard: Ticket,
  sofortbanking: Landmark,
};

interface MethodsProps {
  options: readonly PaymentOption[];
  chosen: string;
  error: boolean;
  onChoose: (option: string) => void;
}

function Methods({ options, chosen, error, onChoose }: MethodsProps) {
  const t = useT();
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-title`}
      aria-invalid={error || undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="group mt-6"
    >
      <p id={`${id}-title`} className="mb-2 font-bold">
        {t('wallet.methods')}
      </p>
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line group-aria-invalid:border-danger">
        {options.map(({ id: option, method }) => (
          <label
            key={option}
            className="flex min-h-12 cursor-pointer items-center gap-3 px-4 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name="method"
              value={option}
              checked={option === chosen}
              onChange={() => onChoose(option)}
              data-mistake={(error && option === chosen) || undefined}
              className="size-5 accent-accent"
            />
            <MethodSign method={method} />
            <span className="font-medium">{t(methodNames[method])}</span>
          </label>
        ))}
      </div>
      {error && <Mistake id={`${id}-error`}>{t('wallet.error.method')}</Mistake>}
    </div>
  );
}

function MethodSign({ method }: { method: PayMethod }) {
  const Sign = methodSigns[method];
  return <Sign aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />;
}

/** Error below a field, which refers to it by `id`. */
function Mistake({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="mt-1.5 font-medium text-danger text-sm">
      {children}
    </p>
  );
}
