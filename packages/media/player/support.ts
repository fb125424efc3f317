/** 0 fine, 1 not supported, 2 partly supported, 3 outdated and unsafe. */
export type SupportLevel = 0 | 1 | 2 | 3;

export interface BrowserPowers {
  peerConnection: boolean;
  /** Transceivers and unified plan, which WHEP needs. */
  transceivers: boolean;
  /** Modules, `fetch` and `Array.prototype.at`; older browsers get no security updates. */
  modern: boolean;
  /** Can receive H.264 or VP8. */
  commonCodec: boolean;
}

export function supportLevel(powers: BrowserPowers): SupportLevel {
  if (!powers.modern) return 3;
  if (!powers.peerConnection) return 1;
  return powers.transceivers && powers.commonCodec ? 0 : 2;
}

export function browserPowers(scope: typeof globalThis = globalThis): BrowserPowers {
  const { RTCPeerConnection, RTCRtpReceiver } = scope;
  const codecs = RTCRtpReceiver?.getCapabilities?.('video')?.codecs ?? [];
  return {
    peerConnection: typeof RTCPeerConnection === 'function',
    transceivers: typeof RTCPeerConnection?.prototype.addTransceiver === 'function',
    modern: typeof scope.fetch === 'function' && typeof scope.Array.prototype.at === 'function',
    commonCodec: codecs.some(({ mimeType }) => /^video\/(vp8|h264)$/i.test(mimeType)),
  };
}
