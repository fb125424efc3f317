import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';

/** Names of inputs that may identify an owned object. */
const OWNED_NAME =
  /^id$|Id$|^session$|^payment$|^receipt$|^auth$|^x-chat$|^sanction$|^moderator$|^key$|^request$|^conversation|^device$|^passkey|^token$|^export$|^album$|^picture$|^message$/;

export const nameOf = ({ method, base, path }: AnyEndpoint): string => `${method} ${base} ${path}`;

/** Names of all properties at any depth. */
function namesIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name);
    namesIn(value, found);
  }
  return found;
}

/** Whether an input may identify an owned object. */
export const mayBeOwned = ({ input }: AnyEndpoint): boolean =>
  [...namesIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))].some((name) =>
    OWNED_NAME.test(name),
  );

/** Calls with such an input that identify no owned object, or whose secret is the only permission needed. */
export const notOwned: Readonly<Record<string, string>> = {
  'POST member /login/token': 'a mailed secret, which works once',
  'POST member /login/passkey': 'a signature, which only the authenticator makes',
  'POST member /passkeys': 'what an authenticator made for the caller’s own challenge',
  'POST member /activate': 'a mailed secret, which works once',
  'POST member /change-email/confirm': 'a mailed secret, which works once',
  'POST member /change-email/undo': 'a mailed secret, which works once',
  'POST member /mails/stop': 'the signed key of a mail, which stops such mails and nothing else',
  'PUT member /notices/browser': 'the caller’s own browser, by an address that its push service keeps secret',
  'PUT studio /notices/browser': 'the caller’s own browser, by an address that its push service keeps secret',
  'POST studio /notices/browser/renew':
    'the caller’s own browser, by an address that its push service keeps secret',
  'PUT studio /goals': 'a goal of the caller’s own list; any other id is taken as a new goal',
  'POST member /favourite': 'a performer, who is public; the list is the caller’s',
  'DELETE member /favourite': 'a performer, who is public; the list is the caller’s',
  'GET member /notices/live/question': 'a performer, who is public; the question is the caller’s',
  'PUT member /notices/live': 'a performer, who is public; the choice is the caller’s',
  'GET member /media/albums/{id}': 'a performer, who is public',
  'GET member /media/album/{id}/{album}': 'a performer, who is public',
  'GET messaging /inbox/recipient/{performerId}':
    'a performer, who is public; the conversation is the caller’s',
  'GET engine /performers': 'the key of an order',
  'GET engine /profile/{id}': 'a performer, who is public',
  'POST engine /report': 'the caller’s own key, against a repeat',
  'POST engine /appeal': 'a mailed secret, which works once',
  'POST engine /appeal/check': 'a mailed secret, for the one who has the mail',
  'POST member /chat/join': 'a phone call, which the cookie of its browser proves, not this field',
  'POST member /payment/session': 'the kind of device',
  'POST member /tracker': 'a visit, of which nothing is answered',
  'POST studio /chat/message': 'the caller’s own key, against a repeat',
  'POST studio /followers/message': 'the caller’s own key, against a repeat',
  'POST studio /login/passkey': 'a signature, which only the authenticator makes',
  'POST studio /factor/proof/passkey': 'a signature, which only the authenticator makes',
  'POST studio /passkeys': 'what an authenticator made for the caller’s own challenge',
  'POST studio /login/undo': 'a mailed secret, which works once',
  'POST studio /link': 'a mailed secret, which works once',
  'POST studio /link/check': 'a mailed secret, of which the performer’s public name is answered',
  'POST studio /applications': 'the caller’s own key, against a repeat',
  'POST desk /link': 'a mailed secret, which works once',
  'POST desk /link/check': 'a mailed secret, for the operator who has the mail',
  'GET desk /members/{memberId}': 'any member, for roles that help members',
  'GET desk /members/{memberId}/movements': 'any member, for roles that help members',
  'POST desk /members/{memberId}/credit': 'any member, for roles that help members',
  'POST desk /members/{memberId}/block': 'any member, for roles that help members',
  'POST desk /members/{memberId}/unblock': 'any member, for roles that help members',
  'POST desk /members/{memberId}/notes': 'any member, for roles that help members',
  'POST desk /members/{memberId}/answer': 'any member, for roles that help members',
  'POST desk /payments/{payment}/refund': 'any payment, for roles that help members',
  'POST desk /requests/{request}/approve': 'any request but one of the operator, tested in guard.test.ts',
  'PUT desk /pictures/{picture}/outcome': 'any picture that waits, for moderators',
  'POST desk /requests/{request}/refuse': 'any request that the role may see, tested in guard.test.ts',
  'PUT desk /live/{performer}/viewers/{session}/cut': 'any viewer of any room, for moderators',
  'POST desk /login/passkey': 'a signature, which only the authenticator makes',
  'POST desk /confirm/passkey': 'a signature, which only the authenticator makes',
  'POST desk /passkeys': 'what an authenticator made for the caller’s own challenge',
  'PUT desk /passkeys/{passkey}': 'a passkey of the operator, tested in desk-passkeys.test.ts',
  'DELETE desk /passkeys/{passkey}': 'a passkey of the operator, tested in desk-passkeys.test.ts',
  'DELETE desk /sessions/{session}': 'a session of the operator, tested in desk-account.test.ts',
};

export interface World {
  payment: string;
  receipt: string;
  session: string;
  login: string;
  auth: string;
  joinToken: string;
  phone: string;
  memberId: number;
  performer: string;
  passkey: string;
  conversation: number;
  message: number;
}

export interface Row {
  /** The input of A, the owner. */
  input: (world: World) => Record<string, unknown>;
  /** The result for B, another logged-in member. `unchanged`: the same as for a missing object, and nothing happens. */
  other: string;
  /** The result for a guest. */
  guest: string;
}

export const unauthorized = 'badRequest.unauthorized';
const chat = (more: Record<string, unknown> = {}): Row => ({
  input: ({ auth }) => ({ auth, ...more }),
  other: 'badRequest.invalid.auth',
  guest: 'badRequest.invalid.auth',
});
const membersChat = (): Row => ({ ...chat(), guest: unauthorized });
const studio = (input: Record<string, unknown>): Row => ({
  input: () => input,
  other: unauthorized,
  guest: unauthorized,
});
const someId = '00000000-0000-4000-8000-000000000000';
const conversation = (more: Record<string, unknown> = {}): Row => ({
  input: (world) => ({ conversationId: world.conversation, ...more }),
  other: 'badRequest.notFound',
  guest: unauthorized,
});
const message: Row = {
  input: (world) => ({ id: world.message }),
  other: 'badRequest.notFound',
  guest: unauthorized,
};

export const owned: Readonly<Record<string, Row>> = {
  'GET member /payment/{id}': {
    input: ({ payment }) => ({ id: payment }),
    other: 'badRequest.notFound',
    guest: unauthorized,
  },
  'GET member /purchases/{receipt}': {
    input: ({ receipt }) => ({ receipt }),
    other: 'badRequest.notFound',
    guest: unauthorized,
  },
  'POST member /purchases/{receipt}/withdraw': {
    input: ({ receipt }) => ({ receipt, lang: 'nl' }),
    other: 'badRequest.notFound',
    guest: unauthorized,
  },
  'DELETE member /sessions/{session}': {
    input: ({ login }) => ({ session: login }),
    other: 'unchanged',
    guest: unauthorized,
  },
  'PUT member /passkeys/{passkey}': {
    input: ({ passkey }) => ({ passkey, name: 'Stolen' }),
    other: 'badRequest.passkey.notExists',
    guest: unauthorized,
  },
  'DELETE member /passkeys/{passkey}': {
    input: ({ passkey }) => ({ passkey }),
    other: 'unchanged',
    guest: unauthorized,
  },
  'PUT member /member/{memberId}': {
    input: ({ memberId }) => ({ memberId, data: { username: 'Stolen88' } }),
    other: 'badRequest.forbidden',
    guest: unauthorized,
  },
  'GET member /verify/dial-in': {
    input: ({ phone }) => ({ session: phone }),
    other: 'badRequest.dialIn.notExists',
    guest: 'badRequest.dialIn.notExists',
  },
  'GET member /payment/ivr': {
    input: ({ phone }) => ({ session: phone }),
    other: 'badRequest.dialIn.notExists',
    guest: 'badRequest.dialIn.notExists',
  },
  'GET messaging /inbox/{conversationId}': conversation(),
  'GET messaging /inbox/{conversationId}/later': conversation({ after: 0 }),
  'POST messaging /inbox/{conversationId}': conversation({ message: 'Hoi', clientId: someId }),
  'PUT messaging /inbox/{conversationId}/typing': conversation(),
  'POST messaging /inbox/{conversationId}/report': conversation({ reason: 'other', key: someId }),
  'PUT messaging /inbox/state/{state}': {
    input: ({ conversation: id }) => ({ id, state: 'delete' }),
    other: 'badRequest.notFound',
    guest: unauthorized,
  },
  'PUT messaging /inbox/message/read/{id}': message,
  'PUT messaging /inbox/message/delivered/{id}': message,
  'GET studio /inbox/{conversationId}': studio({ conversationId: 1 }),
  'GET studio /inbox/{conversationId}/later': studio({ conversationId: 1, after: 0 }),
  'POST studio /inbox/{conversationId}': studio({ conversationId: 1, message: 'Hoi', clientId: someId }),
  'PUT studio /inbox/{conversationId}/typing': studio({ conversationId: 1 }),
  'POST studio /inbox/{conversationId}/report': studio({
    conversationId: 1,
    reason: 'other',
    key: someId,
  }),
  'POST studio /room/report': studio({ target: { session: someId }, reason: 'other', key: someId }),
  'PUT studio /inbox/state/{state}': studio({ id: 1, state: 'delete' }),
  'PUT studio /inbox/message/read/{id}': studio({ id: 1 }),
  'PUT studio /inbox/message/delivered/{id}': studio({ id: 1 }),
  'POST chat /chat/join': {
    input: ({ joinToken }) => ({ 'x-chat': joinToken }),
    other: 'badRequest.invalid.joinToken',
    guest: 'badRequest.invalid.joinToken',
  },
  'PUT chat /chat/keep-alive': membersChat(),
  'POST chat /chat/action': {
    ...chat({ action: 'message', clientId: someId, data: { message: 'Hoi' } }),
    guest: unauthorized,
  },
  'GET chat /chat/messages': chat({ after: 0 }),
  'GET chat /chat/settings/camback': membersChat(),
  'GET chat /chat/tip-menu': chat(),
  'GET chat /chat/toy': chat(),
  'GET chat /chat/vip': membersChat(),
  'PUT chat /chat/set-lobby': chat({ lobby: true }),
  'GET chat /chat/receipt': {
    input: ({ session }) => ({ session }),
    other: 'badRequest.notFound',
    guest: unauthorized,
  },
  'DELETE studio /sessions/{session}': studio({ session: someId }),
  'GET studio /notes/{memberId}': studio({ memberId: 1 }),
  'PUT studio /notes/{memberId}': studio({ memberId: 1, text: 'Stolen' }),
  'PUT studio /away': studio({ text: 'Stolen', picture: 1 }),
  'PUT studio /passkeys/{passkey}': studio({ passkey: someId, name: 'Stolen' }),
  'DELETE studio /passkeys/{passkey}': studio({ passkey: someId }),
  'GET chat /chat/moderation': membersChat(),
  'POST chat /chat/moderation': { ...chat({ name: 'Bram', kind: 'mute' }), guest: unauthorized },
  'DELETE chat /chat/moderation/{sanction}': {
    input: () => ({ sanction: 1 }),
    other: 'badRequest.notFound',
    guest: unauthorized,
  },
  'DELETE chat /chat/moderation/messages/{message}': { ...chat({ message: '1' }), guest: unauthorized },
  'DELETE studio /room/messages/{message}': studio({ message: '1' }),
  'PUT studio /room/moderators/{moderator}': studio({ moderator: 1 }),
  'DELETE studio /room/moderators/{moderator}': studio({ moderator: 1 }),
  'POST studio /room/moderators': studio({ target: { session: someId } }),
  'POST studio /room/sanction': studio({ session: someId, kind: 'mute' }),
  'DELETE studio /room/sanction/{sanction}': studio({ sanction: 1 }),
  'POST studio /vip/{request}/accept': studio({ request: someId }),
  'POST studio /vip/{request}/decline': studio({ request: someId }),
  'PUT studio /albums/{album}': studio({ album: 1, title: { nl: 'Stolen' } }),
  'DELETE studio /albums/{album}': studio({ album: 1 }),
  'PUT studio /albums/{album}/order': studio({ album: 1, pictures: [] }),
  'PUT studio /pictures/{picture}': studio({ picture: 1, caption: {}, nonude: true }),
  'DELETE studio /pictures/{picture}': studio({ picture: 1 }),
  'GET studio /cam-back/{session}': studio({ session: someId }),
  'POST studio /cam-back/{session}/end': studio({ session: someId }),
  // Last, because a logged-out viewer leaves by the auth alone: otherwise a closed page would still be charged.
  'PUT chat /chat/leave': { ...chat(), guest: 'unchanged' },
  'POST chat /chat/leave': { ...chat(), guest: 'unchanged' },
  'POST engine /chat/leave': { ...chat(), guest: 'unchanged' },
};
