/**
 * Changing calls of a performer that ask for her second factor (`requireRecentFactor`): what a thief of her login would
 * turn into money, or into a login that lasts.
 */
export const asking: readonly string[] = [
  'PUT studio /password',
  'POST studio /whip-key',
  'PUT studio /prices',
  'POST studio /passkeys/challenge',
  'POST studio /passkeys',
  'DELETE studio /passkeys/{passkey}',
  'POST studio /factor/app/begin',
  'PUT studio /factor/app',
  'DELETE studio /factor/app',
  'POST studio /factor/recovery-codes',
];

/** All others, by the reason why they do not ask. */
export const unasked: Readonly<Record<string, readonly string[]>> = {
  'gives the second factor': [
    'POST studio /factor/later',
    'POST studio /factor/proof',
    'POST studio /factor/proof/challenge',
    'POST studio /factor/proof/passkey',
  ],
  'only takes access away, which must work at once': [
    'DELETE studio /sessions/{session}',
    'DELETE studio /sessions',
    'POST studio /sessions/end',
    'DELETE studio /whip-key',
  ],
  'part of a broadcast, which must not stop for a question': [
    'POST studio /broadcast',
    'PUT studio /status',
    'POST studio /chat/message',
    'PUT studio /toy',
    'POST studio /toy/stop',
    'POST studio /toy/heartbeat',
    'POST studio /vip/{request}/accept',
    'POST studio /vip/{request}/decline',
    'POST studio /vip/stop',
    'POST studio /cam-back/{session}/end',
    'POST studio /room/close',
  ],
  'rules of her room, seen by its viewers': [
    'POST studio /room/moderators',
    'PUT studio /room/moderators/{moderator}',
    'DELETE studio /room/moderators/{moderator}',
    'POST studio /room/sanction',
    'DELETE studio /room/sanction/{sanction}',
    'PUT studio /room/slow-mode',
    'PUT studio /room/message-delay',
    'DELETE studio /room/messages/{message}',
    'PUT studio /room/words',
    'POST studio /room/report',
    'PUT studio /tip-menu',
    'PUT studio /goals',
  ],
  'her page, which visitors see': [
    'PUT studio /away',
    'PUT studio /profile',
    'PUT studio /profile/places',
    'POST studio /starts',
    'DELETE studio /starts',
    'POST studio /albums',
    'PUT studio /albums/{album}',
    'DELETE studio /albums/{album}',
    'PUT studio /albums',
    'PUT studio /albums/{album}/order',
    'PUT studio /pictures/{picture}',
    'DELETE studio /pictures/{picture}',
  ],
  'her messages': [
    'POST studio /followers/message',
    'POST studio /inbox/{conversationId}',
    'POST studio /inbox/photo',
    'PUT studio /inbox/message/read/{id}',
    'PUT studio /inbox/message/delivered/{id}',
    'PUT studio /inbox/{conversationId}/typing',
    'PUT studio /inbox/state/{state}',
    'POST studio /inbox/{conversationId}/report',
  ],
  'her notes, which only she reads': ['PUT studio /notes/{memberId}'],
  'what she reads and says about a decision': [
    'PUT studio /statements/seen',
    'POST studio /statements/{statement}/appeal',
  ],
  'the name of a passkey, which opens nothing': ['PUT studio /passkeys/{passkey}'],
};
