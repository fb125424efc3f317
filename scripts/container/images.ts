export interface Image {
  /** With its tag: `node:24-bookworm-slim`. */
  readonly name: string;
  /** `sha256:…`; null if whatever the tag points to is used. */
  readonly digest: string | null;
}

/** A base image of a Dockerfile, or the image of a service in compose.yaml. */
const LINE = /^(FROM|\s+image:) +([\w./-]+:[\w.-]+)(?:@(sha256:[0-9a-f]{64}))?/gm;

export const imagesOf = (text: string): Image[] =>
  [...text.matchAll(LINE)].map(([, , name = '', digest = null]) => ({ name, digest }));

/** The text with each image at the digest that `digests` has for its name. Throws if one is missing. */
export const pinImages = (text: string, digests: ReadonlyMap<string, string>): string =>
  text.replaceAll(LINE, (_, start: string, name: string) => {
    const digest = digests.get(name);
    if (digest === undefined) throw new Error(`No digest for ${name}`);
    return `${start} ${name}@${digest}`;
  });
