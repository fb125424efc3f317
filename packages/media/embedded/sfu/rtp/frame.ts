export interface Size {
  width: number;
  height: number;
}

/** What one packet reveals about its frame. */
export interface FrameInfo {
  /** Whether it is the first packet of a key frame. */
  isKey: boolean;
  /** Temporal layer; frames of a higher one can be left out. */
  tid: number;
  /** Whether the frame refers only to the lowest temporal layer. */
  isSync: boolean;
  /** Size of a key frame, if present. */
  size: Size | null;
  /** VP8: offset of the picture id in the payload, 0 without one; `pictureMask` is its width. */
  pictureAt: number;
  pictureMask: number;
  picture: number;
  /** VP8: offset of TL0PICIDX in the payload, 0 without one. */
  tl0At: number;
  tl0: number;
}

/** An unknown frame: others may refer to it. */
export const plainFrame: FrameInfo = {
  isKey: false,
  tid: 0,
  isSync: false,
  size: null,
  pictureAt: 0,
  pictureMask: 0,
  picture: 0,
  tl0At: 0,
  tl0: 0,
};
