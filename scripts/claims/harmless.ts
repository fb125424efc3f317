/** Texts with words of a claim that claim nothing (`words.ts`), by reason. */
export const harmless: Readonly<Record<string, readonly string[]>> = {
  'says what there is now, or that there is nothing': [
    ...['content.noCard', 'content.online', 'content.preview', 'content.previewHidden', 'content.tooLarge'],
    ...['desk.books.empty', 'desk.books.text', 'desk.log.empty', 'deskAway.keptText'],
    'house.fault.dial-in-call',
    ...['house.more', 'house.nonePaid', 'payouts.historyEmpty', 'payouts.noRate', 'payouts.ofPerformerEmpty'],
    ...['records.complete', 'records.consents.none', 'records.identity.unreadable', 'records.missing'],
    ...['studio.earnings.earned', 'studio.earnings.empty', 'studio.earnings.text', 'studio.payouts.empty'],
    ...['studio.live.camBack.none', 'studio.live.camBack.shows', 'liveNotices.none', 'grid.emptyText'],
    ...['search.nobody', 'applications.taken', 'settings.username.asking', 'favourites.text'],
  ],
  'is a link, a label, a heading or a question': [
    ...['camBack.show', 'consent.more', 'filters.clear', 'grid.emptyAction', 'heart.label'],
    'messenger.delete.title',
    ...['messenger.empty.out', 'report.reasons.consent', 'search.short', 'settings.data.lead'],
    ...['settings.privacy.text', 'wall.cut.ground', 'documents:personalData.about.live-question'],
    ...['categories:games h2Tabs.2.content', 'categories:music h2Tabs.1.title'],
    'categories:music h2Tabs.1.content',
  ],
  'tells what to do, or what has gone wrong': [
    ...['applications.applyText', 'camBack.trouble.notHere', 'chat.ended.cut-identity', 'desk.members.text'],
    ...['deskAway.lost', 'messenger.noContact', 'messenger.refused.photo', 'messenger.waiting'],
    'passkeys.cannot',
    ...['profile.offlineTip', 'records.text', 'studio.live.cut.by.identity', 'content.publishCategory'],
    ...['content.publishPromotion', 'errors:status405', 'mails:newDevice.rest', 'mails:passkeyRemoved.lead'],
  ],
  'describes a category': [
    ...['categories:art description', 'categories:books 0.0', 'categories:books description'],
    ...['categories:cooking 0.0', 'categories:fashion 0.1', 'categories:music description'],
    'categories:talk 0.0',
    ...['categories:talk description', 'categories:travel 0.2'],
  ],
  'is about the terms themselves, the member’s duties or damages': [
    ...['legal:terms-conditions 0.0:2', 'legal:terms-conditions 1.0:2', 'legal:terms-conditions 6.0:3'],
  ],
};
