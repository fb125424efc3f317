import { setTimeout as sleep } from 'node:timers/promises';
import { header, mediaType } from '../lib/http.ts';
import { isKeyFrame, openBroadcast, Peer, within } from '../lib/peer.ts';
import { interop, onlyFor, onlyWhep, type Rule, rfc, rule, sections } from '../lib/rule.ts';
import { attribute, codecsOf, makeOffer, mediaOf, split, valueIn, valuesOf } from '../lib/sdp.ts';
import { type Session, sdpType, type Target } from '../lib/target.ts';
import { describeReply, expect, expectStatus, Skip } from '../lib/types.ts';

async function withPeer<T>(
  target: Target,
  use: (peer: Peer, session: Session) => Promise<T>,
  edit?: (offer: string) => string,
) {
  const peer = new Peer(target);
  try {
    const session = await peer.open(edit);
    try {
      await peer.connect(session.answer);
      return await use(peer, session);
    } finally {
      await session.end().catch(() => {});
    }
  } finally {
    await peer.close();
  }
}

const videoOf = (answer: string) =>
  split(answer).sections.find((lines) => mediaOf(lines).kind === 'video') ?? [];

/** Payload types of VP8 and of its RTX. */
function typesOf(answer: string) {
  const codecs = [...codecsOf(videoOf(answer))];
  const typeOf = (wanted: string) => Number(codecs.find(([, name]) => name === wanted)?.[0] ?? Number.NaN);
  return { vp8: typeOf('vp8'), rtx: typeOf('rtx') };
}

/** A player that watches, sends a NACK and a PLI, and leaves. */
const watched = (target: Target) =>
  target.once('watched', async () => {
    if (!target.broadcast) throw new Skip('cannot publish: give --whip and a token that allows it');
    return withPeer(target, async (peer, session) => {
      const { vp8, rtx } = typesOf(session.answer);
      const ofType = (type: number) => peer.packets.filter(({ header }) => header.payloadType === type);
      const arrived = await within(() => ofType(vp8).length > 5);
      const keyFrame = await within(() => ofType(vp8).some(isKeyFrame), 3000);
      const [lost] = ofType(vp8).slice(-3);
      if (!lost) throw new Skip('no packet arrives');
      const { ssrc, sequenceNumber } = lost.header;
      await peer.askAgain(ssrc, [sequenceNumber]);
      const isRepeat = () =>
        ofType(vp8).filter(({ header }) => header.ssrc === ssrc && header.sequenceNumber === sequenceNumber)
          .length > 1;
      const repairs = () => ofType(rtx).filter(({ payload }) => payload.readUInt16BE(0) === sequenceNumber);
      const repeated = await within(() => isRepeat() || repairs().length > 0, 2000);
      // Servers usually limit key frames to one a second.
      await sleep(1100);
      const keysBefore = ofType(vp8).filter(isKeyFrame).length;
      await peer.askForKeyFrame(ssrc);
      const another = await within(() => ofType(vp8).filter(isKeyFrame).length > keysBefore, 2500);
      const packets = [...peer.packets];
      await session.end();
      await sleep(300);
      const ended = peer.packets.length;
      await sleep(300);
      return {
        session,
        packets,
        arrived,
        keyFrame,
        ssrc,
        repeated,
        repairs: repairs(),
        another,
        late: peer.packets.length - ended,
      };
    });
  });

const whepOnly = (base: Rule) => onlyFor(base, 'whep');

/** A player that lacks the codec of the room. */
const mismatch = (target: Target) =>
  target.once('mismatch', () => {
    const offer = makeOffer(target.protocol).replaceAll('VP8/', 'x-one/');
    return target.post(offer);
  });

/** A POST before there is a publisher. */
const idle = (target: Target) =>
  target.once('idle', () => {
    if (!target.whip) throw new Skip('cannot tell without --whip whether the room is published');
    return target.try(makeOffer(target.protocol));
  });

export const idleRules = [
  rule(
    'idle.status',
    'MUST',
    onlyWhep('4.3.8'),
    'Without a publisher POST is answered with 409, or accepted',
    async (target) => {
      expectStatus(await idle(target), 409, 201);
    },
  ),
  rule('idle.retry-after', 'MUST', onlyWhep('4.3.8'), 'A 409 has Retry-After in seconds', async (target) => {
    const reply = await idle(target);
    if (reply.status !== 409) throw new Skip(describeReply(reply));
    expect(
      /^[1-9]\d*$/.test(header(reply, 'retry-after') ?? ''),
      `Retry-After is ${header(reply, 'retry-after') ?? 'missing'}`,
    );
  }),
  rule(
    'idle.retry-after.cors',
    'SHOULD',
    onlyWhep('4.3.8'),
    'A page of another origin may read Retry-After',
    async (target) => {
      const reply = await idle(target);
      if (reply.status !== 409) throw new Skip(describeReply(reply));
      const exposed = (header(reply, 'access-control-expose-headers') ?? '').toLowerCase();
      expect(/retry-after|\*/.test(exposed), `exposed: ${exposed || 'nothing'}`);
    },
  ),
];

export const mediaRules = [
  rule(
    'dtls.connects',
    'MUST',
    sections('4.2', '4.3.8'),
    'A real peer connects: ICE, DTLS and SRTP',
    async (target) => {
      await target.once('connected', () => withPeer(target, async () => true));
    },
  ),
  rule(
    'dtls.active',
    'MUST',
    rfc(8842, '5.3'),
    'A peer with setup:active connects as the DTLS client',
    async (target) => {
      await withPeer(
        target,
        async () => {},
        (offer) => offer.replaceAll('a=setup:actpass', 'a=setup:active'),
      );
    },
  ),
  rule(
    'dtls.close',
    'SHOULD',
    interop('OBS'),
    'DELETE after the connection was closed is answered with 200',
    async (target) => {
      const peer = new Peer(target);
      const session = await peer.open();
      try {
        await peer.connect(session.answer);
      } finally {
        await peer.close();
      }
      await sleep(400);
      expectStatus(await session.end(), 200);
    },
  ),
  rule('dtls.quick', 'SHOULD', interop('OBS'), 'POST is answered within 8 seconds', async (target) => {
    const startedAt = performance.now();
    await target.try(makeOffer(target.protocol));
    const ms = Math.round(performance.now() - startedAt);
    expect(ms < 8000, `it takes ${ms} ms`);
  }),
  whepOnly(
    rule('media.arrives', 'MUST', sections('3', '3.2'), 'Published video arrives', async (target) => {
      const { arrived } = await watched(target);
      expect(arrived, 'it does not');
    }),
  ),
  whepOnly(
    rule('media.sound', 'MUST', sections('3', '3.2'), 'Published audio arrives', async (target) => {
      const { packets } = await watched(target);
      expect(
        packets.some(({ header }) => header.payloadType === 111),
        'it does not',
      );
    }),
  ),
  whepOnly(
    rule(
      'media.payload-types',
      'MUST',
      rfc(3264, '6.1'),
      'Packets have payload types of the answer',
      async (target) => {
        const { packets, session } = await watched(target);
        const answered = split(session.answer)
          .sections.flatMap((lines) => mediaOf(lines).types)
          .map(Number);
        const strange = packets.find(({ header }) => !answered.includes(header.payloadType));
        expect(strange === undefined, `one has ${strange?.header.payloadType}`);
      },
    ),
  ),
  whepOnly(
    rule('media.ssrc', 'SHOULD', rfc(5576, '4.1'), 'Packets have the SSRC of the answer', async (target) => {
      const { packets, session } = await watched(target);
      const named = new Set(
        valuesOf(session.answer.split('\r\n'), 'a=ssrc:').map((line) => Number(line.split(' ')[0])),
      );
      if (named.size === 0) throw new Skip('the answer names none');
      const strange = packets.find(({ header }) => !named.has(header.ssrc));
      expect(strange === undefined, `one has ${strange?.header.ssrc}`);
    }),
  ),
  whepOnly(
    rule(
      'media.one-source',
      'MUST',
      onlyWhep('4.6.2'),
      'Each kind is one stream of packets',
      async (target) => {
        const { packets, session } = await watched(target);
        const { vp8 } = typesOf(session.answer);
        const sources = new Set(
          packets.filter(({ header }) => header.payloadType === vp8).map(({ header }) => header.ssrc),
        );
        expect(sources.size === 1, `the picture comes from ${sources.size}`);
      },
    ),
  ),
  whepOnly(
    rule(
      'media.key-frame',
      'SHOULD',
      interop('time to the first picture'),
      'A key frame arrives within 3 s',
      async (target) => {
        expect((await watched(target)).keyFrame, 'it does not');
      },
    ),
  ),
  whepOnly(
    rule('media.pli', 'MUST', rfc(8834, '5.1.1'), 'A PLI is answered with a key frame', async (target) => {
      expect((await watched(target)).another, 'it does not within 2.5 s');
    }),
  ),
  whepOnly(
    rule(
      'media.nack',
      'SHOULD',
      rfc(8834, '6.1'),
      'A NACK is answered with the lost packet',
      async (target) => {
        expect((await watched(target)).repeated, 'it is not within 2 s');
      },
    ),
  ),
  whepOnly(
    rule(
      'media.rtx',
      'MUST',
      rfc(4588, '4'),
      'If RTX was accepted, lost packets are sent as RTX with its own SSRC',
      async (target) => {
        const { session, repeated, repairs, ssrc } = await watched(target);
        if (Number.isNaN(typesOf(session.answer).rtx)) throw new Skip('RTX was not answered');
        if (!repeated) throw new Skip('nothing is sent again');
        expect(repairs.length > 0, 'it comes as it came');
        expect(
          repairs.every(({ header }) => header.ssrc !== ssrc),
          'its SSRC is that of the picture',
        );
      },
    ),
  ),
  whepOnly(
    rule(
      'media.ended',
      'MUST',
      sections('4.2', '4.4'),
      'After DELETE no more packets arrive',
      async (target) => {
        const { late } = await watched(target);
        expect(late === 0, `${late} packets do`);
      },
    ),
  ),
  whepOnly(
    rule(
      'media.restart',
      'MUST',
      sections('4.3.3', '4.5.3'),
      'Media continues after an ICE restart',
      async (target) => {
        await target.requireRestart();
        if (!target.broadcast) throw new Skip('nothing could be published');
        await withPeer(target, async (peer, session) => {
          peer.pc.restartIce();
          await peer.pc.setLocalDescription(await peer.pc.createOffer());
          const reply = await session.patch(peer.pc.localDescription?.sdp ?? '', { match: '*' });
          expectStatus(reply, 200);
          const renewed = ['ice-ufrag', 'ice-pwd'].reduce(
            (text, name) =>
              text.replace(new RegExp(`a=${name}:.*`, 'g'), `a=${name}:${valueIn(reply.body, `a=${name}:`)}`),
            session.answer.replace(/ ufrag \S+/g, ''),
          );
          await peer.pc.setRemoteDescription({ type: 'answer', sdp: renewed });
          void peer.pc.iceTransports[0]?.start();
          const before = peer.packets.length;
          expect(await within(() => peer.packets.length > before + 10, 5000), 'it does not');
        });
      },
    ),
  ),
  rule(
    'counter.offer',
    'MUST',
    onlyWhep('4.3.2'),
    'An offer without the codec of the room is refused with 400 or 422, or with 406 and a counter-offer',
    async (target) => {
      const reply = await mismatch(target);
      if (reply.status !== 406) return expectStatus(reply, 201, 400, 422);
      expect(
        mediaType(reply) === sdpType && header(reply, 'location') !== undefined,
        'the 406 has no description or no Location',
      );
    },
  ),
  rule(
    'counter.direction',
    'MUST',
    onlyWhep('4.3.5'),
    'A counter-offer is sendonly or sendrecv',
    async (target) => {
      const reply = await mismatch(target);
      if (reply.status !== 406) throw new Skip('no counter-offer is made');
      for (const lines of split(reply.body).sections) {
        expect(
          lines.includes('a=sendonly') || lines.includes('a=sendrecv'),
          `${attribute(lines, 'mid')} does not`,
        );
      }
    },
  ),
  whepOnly(
    rule(
      'media.returns',
      'SHOULD',
      interop('encoders that restart'),
      'Media continues when the publisher comes back',
      async (target) => {
        if (!target.broadcast) throw new Skip('nothing could be published');
        await withPeer(target, async (peer) => {
          expect(await within(() => peer.packets.length > 5), 'nothing arrives before');
          await target.broadcast?.close();
          const broadcast = await openBroadcast(target);
          if (!broadcast) throw new Skip('the publisher could not come back');
          await sleep(200);
          const before = peer.packets.length;
          expect(await within(() => peer.packets.length > before + 10, 5000), 'nothing arrives afterwards');
        });
      },
    ),
  ),
];
