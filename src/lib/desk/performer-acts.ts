import * as calls from '#contract/desk/people/performer-calls.ts';
import { decidePicture as decidePictureCall } from '#contract/desk/people/picture-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { type Identity, identitySchema } from '#contract/performers/identity.ts';
import { HIDDEN_PLACES_MAX, placesIn } from '#contract/safety/hidden-places.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { MessageKey, Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';
import { refuseWords, wordsIn } from './decision-acts.ts';

type Typed = (name: string) => string;
/** A field that is wrong, and what is wrong with it. */
type Wrong = readonly [field: string, message: MessageKey];
type Opened = OutputOf<typeof calls.openIdentity>;
/** What an opened record shows. */
type Shown = Opened['result'];

interface Posted {
  readonly typed: Typed;
  readonly performer: number;
  readonly reason: string;
}

interface PerformerAct {
  /** The first field beside the reason that is wrong. */
  readonly check?: (typed: Typed) => Wrong | null;
  readonly send: (posted: Posted, options: CallOptions) => Promise<unknown>;
  readonly labels?: Readonly<Partial<Record<ErrorLabel, MessageKey>>>;
}

/** Not empty lines of a field. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const identityIn = (typed: Typed) =>
  identitySchema.safeParse({
    legalName: typed('legalName'),
    dateOfBirth: typed('dateOfBirth'),
    address: typed('address'),
    otherNames: linesOf(typed('otherNames')),
    document: typed('document'),
    numberEnd: typed('numberEnd'),
  });

/** Texts for wrong fields of an identity, by their names. */
const identityFields = {
  legalName: 'records.identity.wrong.legalName',
  dateOfBirth: 'records.identity.wrong.dateOfBirth',
  otherNames: 'records.identity.wrong.otherNames',
  address: 'records.identity.wrong.address',
  document: 'records.identity.wrong.document',
  numberEnd: 'records.identity.wrong.numberEnd',
} as const satisfies Readonly<Record<keyof Identity, MessageKey>>;

function refuseIdentity(typed: Typed): Wrong | null {
  const name = identityIn(typed).error?.issues[0]?.path[0];
  const wrong = Object.entries(identityFields).find(([field]) => field === name);
  if (wrong) return wrong;
  if (typed('expiresOn') !== '' && !isDay(typed('expiresOn')))
    return ['expiresOn', 'desk.described.wrong.day'];
  return isDay(typed('checkedOn')) ? null : ['checkedOn', 'records.identity.wrong.checkedOn'];
}

const recordIdentity: PerformerAct['send'] = async ({ typed, performer, reason }, options) => {
  const identity = identityIn(typed).data;
  if (!identity) return;
  const input = {
    performer,
    identity,
    checkedOn: typed('checkedOn'),
    expiresOn: typed('expiresOn') || undefined,
    reason,
  };
  await call(calls.recordIdentity, input, options);
};

const openIdentity = ({ typed, performer, reason }: Posted, options: CallOptions): Promise<Opened> =>
  call(calls.openIdentity, { performer, formKey: typed('formKey'), reason }, options);

const approvePerformer: PerformerAct['send'] = ({ typed, performer, reason }, options) =>
  call(calls.approvePerformer, { performer, formKey: typed('formKey'), reason }, options);

const suspendPerformer: PerformerAct['send'] = ({ typed, performer, reason }, options) => {
  const until = typed('until') === '' ? undefined : typed('until');
  return call(calls.suspendPerformer, { performer, ...wordsIn(typed), until, reason }, options);
};

const liftSuspension: PerformerAct['send'] = ({ performer, reason }, options) =>
  call(calls.liftSuspension, { performer, reason }, options);

const withdrawFollowerMessage: PerformerAct['send'] = ({ typed, performer, reason }, options) => {
  const seen = { statement: typed('statement'), version: typed('version') || undefined };
  return call(calls.withdrawFollowerMessage, { performer, ...seen, reason }, options);
};

const setDeskPlaces: PerformerAct['send'] = ({ typed, performer, reason }, options) =>
  call(
    calls.setDeskPlaces,
    {
      performer,
      places: placesIn(typed('places')) ?? [],
      version: typed('version') || undefined,
      reason,
    },
    options,
  );

const recordConsent: PerformerAct['send'] = ({ typed, performer, reason }, options) => {
  const coPerformers = linesOf(typed('coPerformers'));
  const consent = { version: typed('version'), acceptedOn: typed('acceptedOn'), coPerformers };
  return call(calls.recordConsent, { performer, ...consent, reason }, options);
};

/** The places are countries and regions, and not too many. */
function refusePlaces(text: string): Wrong | null {
  const places = placesIn(text);
  return places === null || places.length > HIDDEN_PLACES_MAX ? ['places', 'records.places.wrong'] : null;
}

function refuseStatement(typed: Typed): Wrong | null {
  const { statement } = calls.withdrawFollowerMessage.input.shape;
  return statement.safeParse(typed('statement')).success ? null : ['statement', 'cases.statementShape'];
}

function refuseSuspension(typed: Typed): Wrong | null {
  const wrong = refuseWords(typed);
  if (wrong) return wrong;
  return typed('until') === '' || isDay(typed('until')) ? null : ['until', 'records.suspension.untilWrong'];
}

function refuseConsent(typed: Typed): Wrong | null {
  const { version, coPerformers } = calls.recordConsent.input.shape;
  if (!version.safeParse(typed('version')).success) return ['version', 'records.consents.versionWrong'];
  if (!isDay(typed('acceptedOn'))) return ['acceptedOn', 'records.consents.dayWrong'];
  return coPerformers.safeParse(linesOf(typed('coPerformers'))).success
    ? null
    : ['coPerformers', 'records.identity.wrong.otherNames'];
}

const acts: ReadonlyMap<string, PerformerAct> = new Map<string, PerformerAct>([
  [
    'record',
    {
      check: refuseIdentity,
      send: recordIdentity,
      labels: {
        'badRequest.identity.minor': 'records.identity.minor',
        'badRequest.invalid.input': 'records.identity.wrong.checkedOn',
      },
    },
  ],
  [
    'open',
    {
      send: openIdentity,
      labels: {
        'badRequest.identity.missing': 'records.identity.gone',
        'badRequest.identity.sealed': 'records.identity.unreadable',
        'badRequest.idempotency.conflict': 'desk.member.waiting',
      },
    },
  ],
  [
    'approve',
    {
      send: approvePerformer,
      labels: {
        'badRequest.identity.missing': 'records.identity.gone',
        'badRequest.idempotency.conflict': 'desk.member.waiting',
      },
    },
  ],
  [
    'suspend',
    {
      check: refuseSuspension,
      send: suspendPerformer,
      labels: {
        'badRequest.performer.state': 'records.suspension.already',
        'badRequest.invalid.input': 'records.suspension.untilWrong',
      },
    },
  ],
  ['lift', { send: liftSuspension, labels: { 'badRequest.performer.state': 'records.suspension.already' } }],
  [
    'withdraw',
    {
      check: refuseStatement,
      send: withdrawFollowerMessage,
      labels: {
        'badRequest.notFound': 'records.followerMessage.already',
        'badRequest.form.changed': 'records.followerMessage.already',
      },
    },
  ],
  [
    'places',
    {
      check: (typed) => refusePlaces(typed('places')),
      send: setDeskPlaces,
      labels: {
        'badRequest.place.notExists': 'records.places.unknown',
        'badRequest.place.region': 'records.places.countriesOnly',
        'badRequest.form.changed': 'records.places.changed',
      },
    },
  ],
  [
    'consent',
    {
      check: refuseConsent,
      send: recordConsent,
      labels: {
        'badRequest.performer.state': 'records.consents.already',
        'badRequest.invalid.input': 'records.consents.dayWrong',
      },
    },
  ],
]);

interface PerformerActResult extends ActResult {
  /** What was opened; shown in this answer only. */
  readonly opened: Shown;
}

/** Carries out an act that a performer's page was asked for; null for an unknown one. */
export async function performPerformerAct(
  typed: Typed,
  { performer, t, options }: { performer: number; t: Translate; options: CallOptions },
): Promise<PerformerActResult | null> {
  const act = acts.get(typed('act'));
  if (!act) return null;
  const wrong = act.check?.(typed) ?? null;
  if (wrong !== null) return { ...refusedAt(wrong[0], t(wrong[1])), opened: null };
  const posted: Posted = { typed, performer, reason: typed('reason') };
  let opened: Shown = null;
  const result = await performAct({
    reason: posted.reason,
    t,
    labels: { 'badRequest.performer.notExists': 'records.gone', ...act.labels },
    send: async () => {
      if (act.send !== openIdentity) return act.send(posted, options);
      const output = await openIdentity(posted, options);
      opened = output.result;
      return output;
    },
  });
  return { ...result, opened };
}

/** Carries out a decision that the page of pictures was asked for; null for an unknown one. */
export async function decidePicture(
  typed: (name: string) => string,
  { t, options }: { t: Translate; options: CallOptions },
): Promise<ActResult | null> {
  const outcome = (['accept', 'refuse'] as const).find((name) => name === typed('act'));
  const picture = idIn(typed('of'));
  if (!outcome || picture === 0) return null;
  const reason = typed('reason');
  return performAct({
    reason,
    t,
    send: async () => void (await call(decidePictureCall, { picture, outcome, reason }, options)),
    labels: { 'badRequest.notFound': 'records.pictures.gone' },
  });
}
