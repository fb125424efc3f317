import type { Claim } from '../check.ts';

const desk = 'server/desk/live/live.test.ts';
const camera = 'server/studio/cam-back.test.ts';
const pictures = 'scripts/claims/claims.joined.test.ts';
const join = 'server/chat/join/get-chat-join-token.test.ts';

/** Who sees and hears streams, shows and cameras. */
export const watching: readonly Claim[] = [
  {
    claim: 'A VIP show has one viewer, and no other viewer reads its chat',
    texts: [
      'vip.factText',
      'vip.running',
      'vip.terms.alone',
      'studio.live.band.vip',
      'studio.now.vip',
      'categories:talk h2Tabs.1.content',
      'legal:privacy 2.1:2',
    ],
    madeBy: ['server/chat/vip/reconcile-room.ts', 'server/chat/room/reads.ts'],
    shownBy: [
      ['server/chat/vip/exclusive-media.test.ts', 'shows a VIP show to one viewer'],
      ['server/chat/vip/vip.test.ts', 'are visible only to its two sides, also afterwards'],
      ['server/chat/vip/vip.test.ts', 'and refuses other members, also with an earlier token'],
    ],
  },
  {
    claim:
      'Moderation may watch every stream and read its chat, a show only with a reason; the log says who did',
    texts: [
      'vip.factText',
      'vip.terms.alone',
      'studio.live.band.vip',
      'studio.now.vip',
      'categories:talk h2Tabs.1.content',
      'studio.live.go.text',
      'wall.room.unseen',
      'wall.room.show',
      'wall.room.openShowText',
      'legal:privacy 2.2:4',
      'legal:terms-conditions 4.1:4',
    ],
    madeBy: ['server/desk/live/watch-stream.ts', 'server/desk/live/read-live-room.ts'],
    shownBy: [
      [desk, 'is played once it is opened, which the log says, and counts for nobody'],
      [desk, 'shows a VIP show and its chat only after it was opened with a reason'],
    ],
  },
  {
    claim: 'During a break nobody gets the picture, moderation included',
    texts: ['studio.live.band.paused', 'studio.now.pause', 'wall.noPicture.paused', 'wall.room.paused'],
    madeBy: ['server/desk/live/watch-stream.ts', 'server/chat/vip/reconcile-room.ts'],
    shownBy: [
      [desk, 'is played once it is opened, which the log says, and counts for nobody'],
      ['server/chat/vip/reconcile-room.test.ts', 'sets the end reason of a paid chat when %s'],
    ],
  },
  {
    claim: 'Before a performer goes live only she sees what she sends',
    texts: [
      'studio.live.band.offline',
      'studio.now.offline',
      'overview.firstDay.why.live',
      'studio.live.go.text',
      'studio.live.rehearsal.text',
      'studio.live.open.text',
    ],
    madeBy: ['server/desk/live/watch-stream.ts', 'server/chat/join/get-chat-join-token.ts'],
    shownBy: [
      [desk, 'is refused while the performer rehearses'],
      [join, 'L4.17 is refused for %s'],
      ['server/studio/live.test.ts', 'plays her own stream to a performer while she is offline'],
      ['src/lib/studio/live/broadcast.test.ts', 'opens camera and microphone without sending anything'],
    ],
  },
  {
    claim: 'The band says whom the media server serves, or that nobody knows',
    texts: [
      'studio.live.band.noMedia',
      'studio.live.band.returning',
      'studio.live.alarm.unseen',
      'studio.live.band.some',
      'studio.live.band.unknown',
      'wall.room.noViewers',
    ],
    madeBy: ['src/lib/studio/live/live-state.ts', 'server/studio/room.ts'],
    shownBy: [
      [
        'src/lib/studio/live/live-state.test.ts',
        'says that viewers see her only if the server sends them a picture',
      ],
      ['server/studio/live.test.ts', 'counts the viewers of the media server'],
      ['src/islands/studio/Studio.browser.test.tsx', 'says who sees the performer'],
      [
        'src/lib/studio/live/room.test.ts',
        'knows nothing about the audience while the server does not answer',
      ],
    ],
  },
  {
    claim: 'Free chat is for every visitor who may see her, paid chat for viewers who pay',
    texts: [
      'studio.live.band.free',
      'studio.live.band.paid',
      'studio.now.free',
      'studio.now.live',
      'home.freeText',
    ],
    madeBy: ['server/chat/join/get-chat-join-token.ts'],
    shownBy: [
      [join, 'L7.17 is given to guests and to members without credits for free chat'],
      [join, 'L3.11 L7.17 is given for paid chat to a member who can pay the first minute'],
      [join, 'is refused to a guest for paid chat'],
    ],
  },
  {
    claim: 'A muted microphone and a camera that is off send no sound and a black picture',
    texts: ['studio.live.band.muted', 'studio.live.band.cameraOff'],
    madeBy: ['packages/media/publisher/publisher.ts'],
    shownBy: [
      ['packages/media/publisher/publisher.test.ts', 'keeps a mute when a device is replaced'],
      [
        'src/islands/studio/Studio.browser.test.tsx',
        'has bands for a muted microphone and a camera that is off',
      ],
    ],
  },
  {
    claim: 'A member’s camera is for one performer only, not for moderation',
    texts: ['camBack.text', 'camBack.on', 'camBack.onSilent', 'legal:privacy 2.2:4'],
    madeBy: ['server/studio/cam-backs.ts', 'server/media/rooms.ts'],
    shownBy: [
      [camera, 'opens only with her token'],
      [camera, 'is not found by another performer, a member or a guest, nor before it is on'],
      [pictures, 'hands out streams, cameras and pictures in the listed places only'],
    ],
  },
  {
    claim: 'Streams and cameras are not recorded; a public stream has a picture, which the next one replaces',
    texts: ['camBack.text', 'legal:privacy 2.3:2'],
    madeBy: ['server/studio/snapshots.ts', 'server/studio/snapshots.ts'],
    shownBy: [
      [pictures, 'hands out streams, cameras and pictures in the listed places only'],
      ['server/studio/snapshots.test.ts', 'gets a snapshot every 30 s, which its card shows'],
      ['server/studio/snapshots.test.ts', 'gets no snapshot while she is %s'],
      ['server/studio/snapshots.test.ts', 'keeps only the versions that open pages may still request'],
    ],
  },
  {
    claim: 'H.264 gives no picture for the lists, unless the encoder sends one',
    texts: ['studio.live.device.h264', 'studio.live.encoder.layers'],
    madeBy: ['packages/media/picture/vp8-picture.ts', 'server/studio/snapshots.ts'],
    shownBy: [
      [
        'packages/media/embedded/sfu/picture.test.ts',
        'returns null for a room without an encoder or with an unreadable codec',
      ],
      ['server/studio/snapshots.test.ts', "is shown on her card, without the camera's metadata"],
    ],
  },
  {
    claim:
      'A performer who is live is told on her devices that nobody sees her, after fifteen seconds and once',
    texts: ['mails:pictureLostNotice', 'studio.account.notices', 'studio.account.noticesSwitch'],
    madeBy: ['server/studio/broadcast.ts', 'server/studio/notices/picture-notices.ts'],
    shownBy: [
      [
        'server/studio/notices/notices.test.ts',
        'is told once on each device after fifteen seconds, and again when it is back',
      ],
      ['server/studio/set-status.test.ts', 'is reset if the encoder stays away, but not if it only restarts'],
    ],
  },
];
