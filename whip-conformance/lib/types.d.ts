import type { Target } from './target.mjs';

export type Protocol = 'whip' | 'whep';
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** A document and the section in it. */
export type Source = readonly [document: string, section: string];
export type Sources = Partial<Record<Protocol, Source>>;

export interface Rule {
  name: string;
  level: Level;
  sources: Sources;
  title: string;
  /** Throws `Failure` for a broken rule, `Skip` where it does not apply. */
  run(target: Target): Promise<void>;
}

export interface Check extends Omit<Rule, 'sources' | 'name'> {
  /** `whip.created.status`: stays the same from version to version. */
  id: string;
  number: number;
  protocol: Protocol;
  source: Source;
}

export interface Result extends Omit<Check, 'run' | 'source'> {
  document: string;
  section: string;
  outcome: 'pass' | 'fail' | 'warn' | 'skip';
  /** What was seen instead, or why it was left out. */
  detail: string;
  ms: number;
}

export interface Reply {
  method: string;
  url: string;
  status: number;
  /** By name in lower case; a header that was sent twice has two values. */
  headers: Readonly<Record<string, readonly string[]>>;
  body: string;
}

export interface Ask {
  headers?: Record<string, string>;
  body?: string;
  /** Null: without; left out: the target's own. */
  token?: string | null;
  /** A 429 is handed back instead of waited for. */
  impatient?: boolean;
}

export interface Options {
  whip?: string;
  whep?: string;
  token?: string;
  whepToken?: string;
  /** A good token that is meant for another room. */
  otherToken?: string;
  timeoutMs?: number;
  /** Requests sent in one go to find out whether there is a limit; 0 leaves that out. */
  burst?: number;
  /** Only checks whose id begins with one of these. */
  only?: readonly string[];
  /** No checks whose id begins with one of these. */
  except?: readonly string[];
  onResult?: (result: Result) => void;
}
