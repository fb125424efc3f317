/** A header extension (RFC 8285) that an encoder puts into its packets. */
export interface SentExtension {
  id: number;
  /** Answer line that accepts it. */
  line: string;
}

/**
 * Null if the section does not offer the extension, or only to receive it. One that is offered as `sendonly` is accepted
 * as `recvonly` (RFC 8285, 6): Firefox sends no other.
 */
export function sentExtension(lines: readonly string[], uri: string): SentExtension | null {
  const offered = lines.find((line) => line.startsWith('a=extmap:') && line.endsWith(` ${uri}`));
  const [, id, direction = ''] = /^a=extmap:(\d+)(\/\w+)? /.exec(offered ?? '') ?? [];
  if (id === undefined || direction === '/recvonly' || direction === '/inactive') return null;
  const accepted = direction === '/sendonly' ? '/recvonly' : direction;
  return { id: Number(id), line: `a=extmap:${id}${accepted} ${uri}` };
}
