const SCAN = Buffer.from([0xff, 0xda]);

/** Scans of a JPEG. In picture data 0xff is never followed by the marker's byte. */
export function countScans(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + 2)) scans += 1;
  return scans;
}
