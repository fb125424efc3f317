import type { Target } from './target.ts';
import type { Level, Protocol, Source, Sources } from './types.ts';

export interface Rule {
  name: string;
  level: Level;
  sources: Sources;
  title: string;
  /** Throws `Failure` if the rule is broken, `Skip` if it does not apply. */
  run(target: Target): Promise<void>;
}

/** A rule for one protocol. */
export interface Check extends Omit<Rule, 'sources' | 'name'> {
  /** Such as `whip.created.status`; stable between versions. */
  id: string;
  number: number;
  protocol: Protocol;
  source: Source;
}

export const whipDocument = 'RFC 9725';
export const whepDocument = 'draft-ietf-wish-whep-04';

/** A section of the WHIP document, and one of the WHEP document. */
export const sections = (whip: string, whep: string): Sources => ({
  whip: [whipDocument, whip],
  whep: [whepDocument, whep],
});

export const onlyWhip = (section: string): Sources => ({ whip: [whipDocument, section] });

export const onlyWhep = (section: string): Sources => ({ whep: [whepDocument, section] });

/** A document on which both WHIP and WHEP build. */
export const shared = (document: string, section: string): Sources => ({
  whip: [document, section],
  whep: [document, section],
});

export const rfc = (number: number, section: string) => shared(`RFC ${number}`, section);

/** Required by clients in use, but by no document. */
export const interop = (who: string) => shared('interoperability', who);

export const rule = (
  name: string,
  level: Level,
  sources: Sources,
  title: string,
  run: (target: Target) => Promise<void>,
): Rule => ({ name, level, sources, title, run });

export const onlyFor = (base: Rule, protocol: Protocol): Rule => {
  const source = base.sources[protocol];
  const sources: Sources = source ? { [protocol]: source } : {};
  return { ...base, sources };
};
