export interface Size {
  width: number;
  height: number;
}

/** What one packet tells of the frame it belongs to. */
export interface FrameInfo {
  /** It is the first packet of a key frame. */
  isKey: boolean;
  /** Temporal layer; frames of a higher one can be left out. */
  tid: number;
  /** It refers to nothing above the lowest temporal layer. */
  isSync: boolean;
  /** Of a key frame, where it is told. */
  size: Size | null;
  /** VP8: where in the payload the picture id is, and 0 without one; `pictureMask` is its width. */
  pictureAt: number;
  pictureMask: number;
  picture: number;
  /** VP8: where in the payload TL0PICIDX is, and 0 without one. */
  tl0At: number;
  tl0: number;
}

/** A frame of which nothing is known but that others may refer to it. */
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
