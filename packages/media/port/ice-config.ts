import type { IceServerConfig } from './player-config.ts';

/** STUN and TURN servers for players and encoders. */
export interface IceConfig {
  /** TURN servers without a login get credentials that expire. */
  servers: readonly IceServerConfig[];
  /** The TURN servers' `static-auth-secret`; null if every server has a login or needs no login. */
  turnSecret: string | null;
  turnTtlSeconds: number;
}

/** True for a TURN server without a login: it gets credentials from the shared secret. */
export const needsCredentials = ({ urls, username }: IceServerConfig): boolean =>
  username === undefined && [urls].flat().some((one) => one.startsWith('turn'));
