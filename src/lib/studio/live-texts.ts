/** Texts of the island that the live page and the dock share. */
export const liveTexts = [
  'studio.live',
  'studio.toy',
  'tips.goal',
  'tips.top',
  'toys.level',
  'toys.now',
  'toys.waiting',
  'ui',
  'chat.delay',
  'chat.notSentWords',
  'chat.tooLong',
  'chat.charactersLeft',
] as const;
