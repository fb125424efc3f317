import { otherFormatProblem } from '../../port/http.ts';
import { Refusal } from '../../whip/refusal.ts';
import { codecsForViewer, type OfferedCodec } from '../../whip/sdp/codecs.ts';
import { type Offer, type OfferSection, publishedCodec, singleNalProblem } from '../../whip/sdp/offer.ts';
import type { Choice } from './answer.ts';
import { absSendTimeUri } from './peer.ts';
import {
  type OfferedRids,
  readRids,
  readSendTime,
  readSoundLevel,
  readTransportNumbers,
  ridLines,
} from './uplink/extensions.ts';

/** The accepted part of a section that an encoder offers. Throws 422. */
export function publisherChoice(section: OfferSection): Choice {
  const { kind, mid, lines } = section;
  const codec = publishedCodec(section);
  // A layer's retransmissions are usable only if they name the layer.
  const rtx = readRids(mid, lines)?.repairedId === 0 ? undefined : codec.rtx;
  return { kind, mid, codecs: [{ ...codec, rtx }], extensions: [] };
}

/** How an encoder marks the layers and numbers of its packets. */
export interface Sending {
  rids: readonly OfferedRids[];
  /** Header extension that numbers the packets over all streams; null if the encoder does not number them. */
  numbersId: number | null;
  /** Header extension that states when each packet is sent; null if the encoder does not state it. */
  sentId: number | null;
  /** Header extension that states how loud each packet of sound is; null if the encoder does not state it. */
  levelId: number | null;
  /** Answer lines that accept it as offered, by the mid of their section. */
  added: ReadonlyMap<string, readonly string[]>;
}

export function readSending({ sections }: Offer, choices: readonly Choice[]): Sending {
  const read = sections.map((section, index) => {
    const { mid, lines } = section;
    const choice = choices[index];
    return {
      mid,
      rids: readRids(mid, lines),
      numbers: choice ? readTransportNumbers(section, choice) : null,
      sendTime: readSendTime(section),
      level: readSoundLevel(section),
    };
  });
  return {
    rids: read.flatMap(({ rids }) => rids ?? []),
    // Sections of one BUNDLE group number extensions alike (RFC 9143, 8).
    numbersId: read.find(({ numbers }) => numbers)?.numbers?.extensionId ?? null,
    sentId: read.find(({ sendTime }) => sendTime)?.sendTime?.id ?? null,
    levelId: read.find(({ level }) => level)?.level?.id ?? null,
    added: new Map(
      read.map(({ mid, rids, numbers, sendTime, level }) => [
        mid,
        [
          ...(rids ? ridLines(rids) : []),
          ...(numbers?.lines ?? []),
          // Of use only together with the reports.
          ...(numbers && sendTime ? [sendTime.line] : []),
          ...(level ? [level.line] : []),
        ],
      ]),
    ),
  };
}

/** The accepted part of a player's section for the published codec. Throws 422. */
export function viewerChoice(section: OfferSection, source: OfferedCodec | undefined): Choice {
  const { kind, mid, direction } = section;
  if (direction === 'sendonly' || direction === 'inactive') {
    throw new Refusal(422, `The ${kind} section does not receive`);
  }
  const codecs = codecsForViewer(source, section.codecs);
  const [first] = codecs;
  if (!first && section.hasSingleNal) throw new Refusal(422, singleNalProblem);
  if (!first) throw new Refusal(422, `No ${kind} codec of the offer is supported`);
  if (source && first.name !== source.name) {
    // Not 406, which is a counter-offer (draft-ietf-wish-whep, 4.3.2).
    throw new Refusal(422, `The room sends ${source.name}, which the offer lacks`, {}, otherFormatProblem);
  }
  return { kind, mid, codecs, extensions: [absSendTimeUri] };
}
