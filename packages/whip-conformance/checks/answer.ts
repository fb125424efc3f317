import { interop, onlyFor, onlyWhep, rfc, rule, sections } from '../lib/rule.ts';
import { attribute, candidatesOf, codecsOf, makeOffer, mediaOf, split, valuesOf } from '../lib/sdp.ts';
import type { Target } from '../lib/target.ts';
import { expect, Skip } from '../lib/types.ts';

const bundle = sections('4.4.1', '4.6.1');

/** The offer, the answer, and each section with its counterpart. */
async function exchange(target: Target) {
  const { session } = await target.life();
  const [offer, answer] = [split(session.offer), split(session.answer)];
  const pairs = answer.sections.map((lines, at) => ({
    lines,
    offered: offer.sections[at] ?? [],
    media: mediaOf(lines),
  }));
  return { offer, answer, pairs };
}

/** The attribute of a section, or of the session if the section lacks it. */
const inherited = (session: readonly string[], lines: readonly string[], name: string) =>
  attribute(lines, name) ?? attribute(session, name);

async function eachHas(target: Target, name: string, fits: (value: string) => boolean) {
  const { answer } = await exchange(target);
  for (const lines of answer.sections) {
    const value = inherited(answer.session, lines, name);
    expect(
      value !== undefined && fits(value),
      `a=${name} of ${mediaOf(lines).kind} is ${value ?? 'missing'}`,
    );
  }
}

async function eachSays(target: Target, line: string) {
  const { answer } = await exchange(target);
  for (const lines of answer.sections) expect(lines.includes(line), `${mediaOf(lines).kind} lacks ${line}`);
}

/** The ICE passwords of two answers. */
const credentials = async (target: Target) =>
  (await target.pair()).map(({ answer }) => valuesOf(answer.split('\r\n'), 'a=ice-pwd:')[0]);

export const answerRules = [
  rule('answer.session', 'MUST', rfc(8866, '5'), 'The answer has origin, name and time', async (target) => {
    const { session } = (await exchange(target)).answer;
    expect(
      session.some((line) => /^o=\S+ \d+ \d+ IN IP[46] \S+$/.test(line)),
      'o= is missing or wrong',
    );
    expect(
      session.some((line) => /^s=./.test(line)),
      's= is missing',
    );
    expect(
      session.some((line) => /^t=\d+ \d+$/.test(line)),
      't= is missing',
    );
  }),
  rule(
    'answer.direction',
    'MUST',
    sections('4.2', '4.3.5'),
    'Every section says recvonly (WHIP) or sendonly (WHEP)',
    async (target) => {
      await eachSays(target, `a=${target.direction}`);
    },
  ),
  rule(
    'answer.sections',
    'MUST',
    rfc(3264, '6'),
    'The answer has the sections of the offer in their order',
    async (target) => {
      const { offer, answer } = await exchange(target);
      const kinds = (parts: string[][]) => parts.map((lines) => mediaOf(lines).kind).join(' ');
      expect(kinds(offer.sections) === kinds(answer.sections), `it has ${kinds(answer.sections) || 'none'}`);
    },
  ),
  rule('answer.mid', 'MUST', rfc(9429, '5.3.1'), 'Sections keep their mid', async (target) => {
    for (const { lines, offered } of (await exchange(target)).pairs) {
      expect(attribute(lines, 'mid') === attribute(offered, 'mid'), `a=mid is ${attribute(lines, 'mid')}`);
    }
  }),
  rule('answer.protocol', 'MUST', rfc(3264, '6'), 'Sections keep their transport', async (target) => {
    for (const { media, offered } of (await exchange(target)).pairs) {
      expect(media.protocol === mediaOf(offered).protocol, `it is ${media.protocol}`);
    }
  }),
  rule('answer.bundle', 'MUST', bundle, 'All sections are in one BUNDLE group', async (target) => {
    const { answer } = await exchange(target);
    const group = valuesOf(answer.session, 'a=group:BUNDLE ')[0]?.trim().split(' ') ?? [];
    const mids = answer.sections.map((lines) => attribute(lines, 'mid') ?? '');
    expect(
      mids.length > 0 && mids.every((mid) => group.includes(mid)),
      `the group is ${group.join(' ') || 'missing'}`,
    );
  }),
  rule(
    'answer.bundle.subset',
    'MUST',
    rfc(9143, '7.3'),
    'The BUNDLE group names only what was offered',
    async (target) => {
      const { answer, offer } = await exchange(target);
      const group = valuesOf(answer.session, 'a=group:BUNDLE ')[0]?.trim().split(' ') ?? [];
      const offered = offer.sections.map((lines) => attribute(lines, 'mid'));
      expect(
        group.every((mid) => offered.includes(mid)),
        `the group is ${group.join(' ')}`,
      );
    },
  ),
  rule('answer.rtcp-mux', 'MUST', bundle, 'Every section multiplexes RTP and RTCP', async (target) => {
    await eachSays(target, 'a=rtcp-mux');
  }),
  rule('answer.rtcp-mux-only', 'MUST', bundle, 'Every section says rtcp-mux-only', async (target) => {
    await eachSays(target, 'a=rtcp-mux-only');
  }),
  rule(
    'answer.complete',
    'SHOULD',
    sections('4.4.3', '4.3.1'),
    'No single section is refused',
    async (target) => {
      for (const { lines, media } of (await exchange(target)).pairs) {
        expect(media.port !== '0' || lines.includes('a=bundle-only'), `the port of ${media.kind} is 0`);
      }
    },
  ),
  rule('answer.ufrag', 'MUST', rfc(8839, '5.4'), 'ice-ufrag has 4 to 256 ICE characters', async (target) => {
    await eachHas(target, 'ice-ufrag', (value) => /^[A-Za-z0-9+/]{4,256}$/.test(value));
  }),
  rule('answer.pwd', 'MUST', rfc(8839, '5.4'), 'ice-pwd has 22 to 256 ICE characters', async (target) => {
    await eachHas(target, 'ice-pwd', (value) => /^[A-Za-z0-9+/]{22,256}$/.test(value));
  }),
  rule(
    'answer.ice.fresh',
    'MUST',
    rfc(8445, '5.3'),
    'Two sessions have two ICE passwords',
    async (target) => {
      const [one, two] = await credentials(target);
      expect(one !== undefined && one !== two, 'they are the same');
    },
  ),
  rule(
    'answer.fingerprint',
    'MUST',
    rfc(8842, '5.1'),
    'Every section has a DTLS fingerprint of SHA-256 or better',
    async (target) => {
      const lengths = new Map([
        ['sha-256', 32],
        ['sha-384', 48],
        ['sha-512', 64],
      ]);
      await eachHas(target, 'fingerprint', (value) => {
        const [algorithm = '', bytes = ''] = value.split(' ');
        return (
          /^([0-9A-F]{2}:)*[0-9A-F]{2}$/i.test(bytes) &&
          bytes.split(':').length === lengths.get(algorithm.toLowerCase())
        );
      });
    },
  ),
  rule(
    'answer.setup',
    'MUST',
    rfc(8842, '5.3'),
    'The DTLS role is fixed: setup is active or passive',
    async (target) => {
      await eachHas(target, 'setup', (value) => value === 'active' || value === 'passive');
    },
  ),
  rule(
    'answer.candidates',
    'MUST',
    sections('4.3.2', '4.5.2'),
    'The answer holds the candidates of the media server',
    async (target) => {
      const { session } = await target.life();
      expect(candidatesOf(session.answer).length > 0, 'there is none for UDP');
    },
  ),
  rule('answer.candidates.syntax', 'MUST', rfc(8839, '5.1'), 'Candidates are well formed', async (target) => {
    const { answer } = await exchange(target);
    const lines = answer.sections.flatMap((section) => valuesOf(section, 'a=candidate:'));
    const wrong = lines.find(
      (line) =>
        !/^[A-Za-z0-9+/]{1,32} \d{1,3} (udp|tcp) \d{1,10} \S+ \d{1,5} typ (host|srflx|prflx|relay)( |$)/i.test(
          line,
        ),
    );
    expect(wrong === undefined, `one is ${wrong}`);
  }),
  rule(
    'answer.candidates.component',
    'MUST',
    rfc(8858, '4.3'),
    'No candidate is for RTCP alone',
    async (target) => {
      const { answer } = await exchange(target);
      const components = answer.sections
        .flatMap((section) => valuesOf(section, 'a=candidate:'))
        .map((line) => line.split(' ')[1]);
      expect(
        components.every((component) => component === '1'),
        `components: ${components.join(' ')}`,
      );
    },
  ),
  rule(
    'answer.end-of-candidates',
    'SHOULD',
    rfc(8840, '4.2'),
    'The answer says that there are no more candidates',
    async (target) => {
      const { session } = await target.life();
      expect(/^a=end-of-candidates\r?$/m.test(session.answer), 'it does not');
    },
  ),
  rule(
    'answer.ice-lite',
    'MUST',
    rfc(8839, '5.3'),
    'ice-lite stands in the session part only',
    async (target) => {
      const { answer } = await exchange(target);
      expect(!answer.sections.some((lines) => lines.includes('a=ice-lite')), 'it stands in a section');
    },
  ),
  rule('answer.ice2', 'MUST', rfc(8445, '10'), 'ice-options names ice2', async (target) => {
    await eachHas(target, 'ice-options', (value) => value.split(' ').includes('ice2'));
  }),
  rule(
    'answer.trickle',
    'MUST',
    rfc(8840, '4.1'),
    'ice-options names trickle if Trickle ICE is supported',
    async (target) => {
      await target.requireTrickle();
      await eachHas(target, 'ice-options', (value) => value.split(' ').includes('trickle'));
    },
  ),
  rule(
    'answer.codecs',
    'MUST',
    rfc(3264, '6.1'),
    'Every section has an offered codec under its number',
    async (target) => {
      for (const { lines, offered, media } of (await exchange(target)).pairs) {
        const [mine, theirs] = [codecsOf(lines), codecsOf(offered)];
        expect(media.types.length > 0, `${media.kind} has no codec`);
        const strange = media.types.find((type) => mine.get(type) !== theirs.get(type) || !theirs.has(type));
        expect(strange === undefined, `${strange} of ${media.kind} was not offered so`);
      }
    },
  ),
  rule(
    'answer.codecs.real',
    'MUST',
    rfc(3264, '6.1'),
    'Every section has a media codec, not only RTX',
    async (target) => {
      for (const { lines, media } of (await exchange(target)).pairs) {
        const names = media.types.map((type) => codecsOf(lines).get(type) ?? '');
        expect(
          names.some((name) => !['rtx', 'red', 'ulpfec', 'flexfec-03', 'cn'].includes(name)),
          `${media.kind} has ${names.join(' ')}`,
        );
      }
    },
  ),
  rule('answer.rtx', 'SHOULD', rfc(8834, '6.1'), 'RTX is accepted if it is offered', async (target) => {
    const video = (await exchange(target)).pairs.find(({ media }) => media.kind === 'video');
    if (!video) throw new Skip('there is no video');
    expect([...codecsOf(video.lines).values()].includes('rtx'), 'it is left out');
  }),
  rule('answer.rtx.apt', 'MUST', rfc(4588, '8.6'), 'RTX belongs to a codec of the answer', async (target) => {
    for (const { lines, media } of (await exchange(target)).pairs) {
      for (const [type, name] of codecsOf(lines)) {
        if (name !== 'rtx') continue;
        const apt = /(?:^|[ ;])apt=(\d+)/.exec(valuesOf(lines, `a=fmtp:${type} `)[0] ?? '')?.[1] ?? '';
        expect(media.types.includes(apt), `apt of ${type} is ${apt || 'missing'}`);
      }
    }
  }),
  rule(
    'answer.feedback',
    'MUST',
    rfc(4585, '4.2'),
    'The answer has only offered feedback types',
    async (target) => {
      for (const { lines, offered } of (await exchange(target)).pairs) {
        const theirs = valuesOf(offered, 'a=rtcp-fb:');
        const strange = valuesOf(lines, 'a=rtcp-fb:').find(
          (line) => !theirs.includes(line) && !theirs.includes(line.replace(/^\d+/, '*')),
        );
        expect(strange === undefined, `${strange} was not offered`);
      }
    },
  ),
  rule(
    'answer.pli',
    'SHOULD',
    rfc(8834, '5.1.1'),
    'Video keeps nack pli, so that key frames can be requested',
    async (target) => {
      const video = (await exchange(target)).pairs.find(({ media }) => media.kind === 'video');
      expect(
        valuesOf(video?.lines ?? [], 'a=rtcp-fb:').some((line) => line.endsWith(' nack pli')),
        'it is left out',
      );
    },
  ),
  rule(
    'answer.nack',
    'SHOULD',
    rfc(8834, '5.1.1'),
    'Video keeps nack, so that lost packets are retransmitted',
    async (target) => {
      const video = (await exchange(target)).pairs.find(({ media }) => media.kind === 'video');
      expect(
        valuesOf(video?.lines ?? [], 'a=rtcp-fb:').some((line) => line.endsWith(' nack')),
        'it is left out',
      );
    },
  ),
  rule(
    'answer.extensions',
    'MUST',
    rfc(8285, '6'),
    'The answer has only offered header extensions',
    async (target) => {
      for (const { lines, offered } of (await exchange(target)).pairs) {
        const idAndUri = (part: readonly string[]) =>
          valuesOf(part, 'a=extmap:').map((line) => line.replace(/^(\d+)\/\w+/, '$1'));
        const strange = idAndUri(lines).find((line) => !idAndUri(offered).includes(line));
        expect(strange === undefined, `${strange} was not offered`);
      }
    },
  ),
  rule('answer.msid', 'MUST', onlyWhep('4.6.2'), 'All sections have one msid stream', async (target) => {
    const { answer } = await exchange(target);
    const streams = answer.sections.map((lines) => attribute(lines, 'msid')?.split(' ')[0]);
    expect(!streams.includes(undefined) && new Set(streams).size === 1, `streams: ${streams.join(', ')}`);
  }),
  onlyFor(
    rule(
      'answer.ssrc',
      'SHOULD',
      interop('players'),
      'Sections that send name their SSRC',
      async (target) => {
        for (const { lines, media } of (await exchange(target)).pairs) {
          expect(valuesOf(lines, 'a=ssrc:').length > 0, `${media.kind} names none`);
        }
      },
    ),
    'whep',
  ),
  onlyFor(
    rule(
      'answer.ssrc.rtx',
      'MUST',
      rfc(5576, '4.2'),
      'RTX has an SSRC of its own, grouped with what it repeats',
      async (target) => {
        for (const { lines } of (await exchange(target)).pairs) {
          if (![...codecsOf(lines).values()].includes('rtx') || valuesOf(lines, 'a=ssrc:').length === 0)
            continue;
          const [media, repair] = valuesOf(lines, 'a=ssrc-group:FID ')[0]?.split(' ') ?? [];
          expect(media !== undefined && repair !== undefined && media !== repair, 'there is no group of two');
        }
      },
    ),
    'whep',
  ),
  rule(
    'answer.active',
    'MUST',
    rfc(8842, '5.3'),
    'An offer with setup:active is answered passive, or refused with 400 or 422',
    async (target) => {
      const reply = await target.try(
        makeOffer(target.protocol).replaceAll('a=setup:actpass', 'a=setup:active'),
      );
      if ([400, 422].includes(reply.status)) throw new Skip('the server does not take setup:active');
      const roles = valuesOf(reply.body.split(/\r?\n/), 'a=setup:');
      expect(
        reply.status === 201 && roles.length > 0 && roles.every((role) => role === 'passive'),
        `${reply.status}, setup is ${roles.join(', ')}`,
      );
    },
  ),
];
