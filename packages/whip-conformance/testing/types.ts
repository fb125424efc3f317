import type { IncomingHttpHeaders } from 'node:http';
import type { IceCredentials } from '../lib/types.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

export interface Session {
  id: string;
  tag: string;
  offer: string;
  theirs: IceCredentials;
  ice: IceCredentials & { port: number };
  /** `ufrag` values from before ICE restarts. */
  former: string[];
  ended: boolean;
}

/** Rules that the fake server breaks. */
export interface Break {
  change?: (
    reply: Reply,
    stage: string,
    request: { body: string; headers: IncomingHttpHeaders; session?: Session | undefined },
  ) => void;
  /** Faults and rules that the server does not check. */
  without?: readonly string[];
}

/** One broken rule. */
export interface Breakage {
  name: string;
  /** Exactly the checks that must fail or warn. */
  red: readonly string[];
  broken: Break;
  protocol?: 'whip' | 'whep';
  ice?: boolean;
}
