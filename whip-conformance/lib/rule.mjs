// @ts-check
/** @import { Level, Protocol, Rule, Sources } from './types.d.ts' */
/** @import { Target } from './target.mjs' */

export const whipDocument = 'RFC 9725';
export const whepDocument = 'draft-ietf-wish-whep-04';

/** A section of each of the two. @param {string} whip @param {string} whep @returns {Sources} */
export const sections = (whip, whep) => ({ whip: [whipDocument, whip], whep: [whepDocument, whep] });

/** @param {string} section @returns {Sources} */
export const onlyWhip = (section) => ({ whip: [whipDocument, section] });

/** @param {string} section @returns {Sources} */
export const onlyWhep = (section) => ({ whep: [whepDocument, section] });

/** A document that both build on. @param {string} document @param {string} section @returns {Sources} */
export const shared = (document, section) => ({ whip: [document, section], whep: [document, section] });

/** @param {number} number @param {string} section */
export const rfc = (number, section) => shared(`RFC ${number}`, section);

/** What no document asks for and clients in use rely on. @param {string} who */
export const interop = (who) => shared('interoperability', who);

/**
 * @param {string} name
 * @param {Level} level
 * @param {Sources} sources
 * @param {string} title
 * @param {(target: Target) => Promise<void>} run
 * @returns {Rule}
 */
export const rule = (name, level, sources, title, run) => ({ name, level, sources, title, run });

/** @param {Rule} given @param {Protocol} protocol @returns {Rule} */
export const onlyFor = (given, protocol) => {
  const source = given.sources[protocol];
  /** @type {Sources} */
  const sources = source ? { [protocol]: source } : {};
  return { ...given, sources };
};
