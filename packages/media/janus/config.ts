/** How the gateway reaches Janus. */
export interface JanusConfig {
  /** The Janus API over HTTP. */
  readonly url: string;
  /** `api_secret`. */
  readonly secret: string;
  /** The Admin API over HTTP. */
  readonly adminUrl: string;
  /** `admin_secret`. */
  readonly adminSecret: string;
  /** `admin_key` of the VideoRoom. */
  readonly adminKey: string;
  /** IP of this process to which Janus forwards RTP for snapshots. */
  readonly forwardHost: string;
}
