/** A statement to people about who sees, hears, reads, pays, earns or keeps something. */
export interface Claim {
  /** In one sentence. */
  readonly claim: string;
  /** Places of the texts, as in `Texts`. */
  readonly texts: readonly string[];
  /** Files that make it so. */
  readonly madeBy: readonly string[];
  /** Test files, and titles of tests in them that show it. */
  readonly shownBy: readonly (readonly [file: string, title: string])[];
}

/** A statement that the operator keeps, not the product. */
export interface Duty {
  readonly claim: string;
  readonly texts: readonly string[];
  /** The document that tells the operator. */
  readonly statedIn: string;
}
