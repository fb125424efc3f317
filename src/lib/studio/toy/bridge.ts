/** Moves a device. Implementations: drawn (demo-bridge.ts). */
export interface ToyBridge {
  /** `intensity`: percentage of the device's maximum; 0 stops it. Rejects if the device fails. */
  move(intensity: number): Promise<void>;
  /** The device failed or was disconnected. Returns a function that removes the listener. */
  onFailed(listener: (why: string) => void): () => void;
  /** Stops the device and disconnects. */
  close(): void;
}
