/** Keys built at run time: everything below `prefix` counts as used. The reason names the varying part. */
export interface DynamicKeys {
  prefix: string;
  reason: string;
  /** Values of the varying part, if `prefix` also has keys that are written in full. */
  only?: readonly string[];
}

export const dynamicKeys: readonly DynamicKeys[] = [
  { prefix: 'camBack.trouble.', reason: 'one text for each reason a camera is not shown' },
  { prefix: 'chat.ended.', reason: 'one text for each reason a stream ends for' },
  {
    prefix: 'chat.moderation.',
    reason: 'one text for each act of a moderator, and for the beginning and end of an appointment',
    only: ['mute', 'kick', 'begun', 'over'],
  },
  { prefix: 'chat.near.', reason: 'one text for each period of a limit' },
  { prefix: 'chat.receipt.rest.', reason: 'one text for each kind of minute of which something is left' },
  { prefix: 'chat.tab.', reason: 'one name for each tab beside the picture' },
  { prefix: 'chat.tip.preset.', reason: 'one name for each preset of a tip' },
  { prefix: 'place.', reason: 'one name for each place that a language calls by a name of its own' },
  { prefix: 'photos.trouble.', reason: 'one text for each reason a camera is not shown' },
  {
    prefix: 'tips.named.',
    reason: 'one name for each type of a tip',
    only: ['wink', 'kiss', 'drink', 'heart', 'gift'],
  },
  { prefix: 'toys.level.', reason: 'one name for each level of a toy' },
  { prefix: 'toys.refused.', reason: 'one text for each reason a toy takes no tip for' },
  { prefix: 'chat.toldAtProfile.', reason: 'one text for each end that leads to the profile' },
  {
    prefix: 'chat.wait.',
    reason: 'one text for each reason why nothing can be sent now',
    only: ['muted', 'slow'],
  },
  {
    prefix: 'desk.log.',
    reason: 'one head for each column of the log',
    only: ['when', 'act', 'actor', 'subject', 'reason'],
  },
  { prefix: 'desk.operators.state.', reason: 'one name for each state of an operator' },
  { prefix: 'desk.role.', reason: 'one name for each role of an operator' },
  { prefix: 'desk.roleText.', reason: 'one text for each role of an operator' },
  { prefix: 'emoji.group.', reason: 'one name for each group of emojis' },
  { prefix: 'filters.group.', reason: 'one name for each filter of a list' },
  { prefix: 'filters.value.', reason: 'one name for each value of a filter that no profile field has' },
  { prefix: 'history.mode.', reason: 'one word for each way to watch' },
  { prefix: 'messenger.filter.', reason: 'one name for each filter of the conversations' },
  { prefix: 'messenger.empty.', reason: 'one text for each filter that lets nothing through' },
  { prefix: 'messenger.sort.', reason: 'one name for each order of the conversations' },
  { prefix: 'messenger.state.', reason: 'one word for each state of a message' },
  {
    prefix: 'messenger.',
    reason: 'one entry for each state of a conversation',
    only: ['archive', 'unarchive', 'favorite', 'unfavorite', 'mute', 'unmute', 'block', 'unblock'],
  },
  { prefix: 'member.registration.error.', reason: 'one text for each rule a credential can break' },
  { prefix: 'profile.field.', reason: 'one label for each field of a profile' },
  { prefix: 'profile.group.', reason: 'one heading for each group of profile fields' },
  { prefix: 'profile.value.', reason: 'one text for each coded value a profile field can have' },
  { prefix: 'report.memberReasons.', reason: 'one text for each reason to report a member' },
  { prefix: 'report.reasons.', reason: 'one text for each reason of a report' },
  {
    prefix: 'settings.data.state.',
    reason: 'one text for each way a download can end',
    only: ['done', 'tooMany', 'failed'],
  },
  { prefix: 'settings.mails.', reason: 'a title, and a text, for each kind of mail' },
  { prefix: 'settings.password.check.', reason: 'one text for each rule of a password' },
  {
    prefix: 'settings.username.',
    reason: 'one text for each thing that is known of a name',
    only: ['asking', 'free', 'taken'],
  },
  { prefix: 'settings.security.act.', reason: 'one text for each act of the trail' },
  {
    prefix: 'status.',
    reason: 'one word for each status a list can be filtered by',
    only: ['online', 'offline', 'live', 'free', 'vip'],
  },
  { prefix: 'money.spending.periods.', reason: 'one name for each period' },
  { prefix: 'money.spending.kind.', reason: 'one word for each kind of spending' },
  { prefix: 'money.limits.', reason: 'one name for each period', only: ['day', 'week', 'month'] },
  { prefix: 'money.coolOff.lengths.', reason: 'one name for each length' },
  { prefix: 'studio.earnings.kind.', reason: 'one word for each kind of earning' },
  { prefix: 'wallet.method.', reason: 'one name for each way to pay' },
  {
    prefix: 'studio.live.band.',
    reason: 'one text for each reason nobody sees the performer',
    only: ['offline', 'paused', 'noMedia'],
  },
  {
    prefix: 'studio.live.device.',
    reason: 'one text for each reason a device does not open',
    only: ['denied', 'notFound', 'inUse', 'overconstrained', 'notSecure', 'unknown'],
  },
  { prefix: 'studio.live.notice.', reason: 'one text for each thing noticed about picture and sound' },
  {
    prefix: 'studio.live.on.',
    reason: 'one name for each status a performer can choose',
    only: ['paid', 'free', 'pause'],
  },
  {
    prefix: 'studio.live.phase.',
    reason: 'one text for each phase without a connection',
    only: ['connecting', 'reconnecting'],
  },
  {
    prefix: 'studio.live.sanction.',
    reason: 'one act for each kind of sanction',
    only: ['mute', 'kick', 'block'],
  },
  { prefix: 'studio.live.trouble.', reason: 'one text for each reason a broadcast fails' },
  { prefix: 'studio.toy.why.', reason: 'one text for each trouble of a bridge' },
  { prefix: 'theme.', reason: 'one text for each colour scheme' },
  {
    prefix: 'vip.notice.',
    reason: 'one text for each reason nothing came of a request',
    only: ['declined', 'expired', 'withdrawn', 'away', 'taken', 'no_credits', 'limit'],
  },
];
