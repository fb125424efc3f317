import type { ZodMiniType } from 'zod/mini';
import type { AnyEndpoint, InputOf, OutputOf, ParsedInput } from '../../endpoint.ts';
import type { ErrorLabel } from '../../errors.ts';
import type { Feature } from '../../site/features.ts';
import type { OperatorRole } from '../roles.ts';
import type { ExportFile } from '../value/act-details.ts';

/** How a value is written. */
export type ValueKind =
  | 'text'
  | 'name'
  | 'moment'
  | 'day'
  | 'month'
  | 'credits'
  | 'count'
  /** Cents. */
  | 'euro'
  /** A text of the section. */
  | 'state'
  /** A kind of transfer. */
  | 'movement'
  | 'yes'
  /** Codes, separated by commas. */
  | 'languages'
  | 'places'
  /** URL path of a file. */
  | 'picture'
  | 'film';

export type Plain = string | number | boolean | null | undefined;

/** A name that is no field of the row needs `of`. */
type Named<Row> =
  | { readonly name: keyof Row & string; readonly of?: undefined }
  | { readonly name: string; readonly of: (row: Row) => Plain };

/** A value with the name of its text: the row's field of that name, or `of` the row. */
export type Value<Row> = Named<Row> & {
  readonly kind: ValueKind;
  /** Where the texts of a state are, if not below its name. */
  readonly states?: string;
};

/** A text of the section with these values; left out if the first of them is null. */
interface Sentence<Row> {
  readonly name: string;
  readonly of?: undefined;
  readonly states?: undefined;
  readonly kind: 'sentence';
  readonly values: readonly Value<Row>[];
}

export type Column<Row> = (Value<Row> | Sentence<Row>) & {
  /** Heads the row instead of a column. */
  readonly title?: true;
  /** Path of a page about the row; null if it has none. */
  readonly link?: (row: Row) => string | null;
  /** The text of this name stands for an empty value. */
  readonly empty?: string;
  /** Numbers are added up below the table. */
  readonly sum?: true;
  /** Left out of a table in which it is missing, or also 0, in every row. */
  readonly rare?: 'missing' | 'zero';
  /** The name is a kind of transfer, whose name heads the column. */
  readonly head?: 'movement';
};

/** A text of the section about everything that was read. */
export interface Note<Output> {
  readonly text: string;
  readonly when?: (output: Output) => boolean;
  readonly values?: readonly Value<Output>[];
  readonly strong?: true;
  /** Path of a file that the text leads to; it has the filter. */
  readonly file?: string;
}

/** Who looks at a row. */
export interface Looking {
  readonly name: string;
  readonly role: OperatorRole;
}

/** What an operator does to a row. Its texts are `<name>`, `<name>Text` and `done.<name>` of the section. */
export interface Act<Row = unknown> {
  readonly name: string;
  readonly call: AnyEndpoint;
  /** Words of its command: `payouts paid`; without them another act of the call has the command. */
  readonly words?: string;
  /** Fields that the row or the filter does not give; in their order on the form. */
  readonly asks?: readonly string[];
  /** The command takes this field as an operand. */
  readonly operand?: string;
  /** Values that the act always sends. */
  readonly sends?: Readonly<Record<string, Plain>>;
  /** Names of texts by what the call may refuse; with a dot, whole keys. */
  readonly labels: Readonly<Partial<Record<ErrorLabel, string>>>;
  /** The row of the audit trail (server/events.ts). */
  readonly audit: string;
  readonly when?: ((row: Row, operator: Looking) => boolean) | undefined;
  /** Name of a text beside the acts, about why this one is missing. */
  readonly otherwise?: { readonly text: string; readonly when: (row: Row, operator: Looking) => boolean };
  readonly values?: readonly Value<Row>[];
  /** What fields contain at first. */
  readonly fills?: (row: Row) => Readonly<Record<string, string>>;
  /** What is shown of the result, in the answer to the form only. */
  readonly shows?: readonly Value<never>[];
  readonly danger?: true;
  /** Feature of a page that it leads to: the command is refused without it. */
  readonly needs?: Feature;
  /** About no row: it makes one, and its form is above the rows. */
  readonly makes?: true;
  /** Why it may be sent without a version; null for acts that have one. */
  readonly unversioned: string | null;
}

/** A list of the desk, or one thing: a page's part, a CSV file and a command. */
export interface List {
  /** Of its file: `/api/desk/list/<name>.csv`. */
  readonly name: string;
  readonly file?: 'none' | undefined;
  readonly call: AnyEndpoint;
  /** Field of the answer that has the rows; null if all of the answer is one row. */
  readonly rows: string | null;
  /** Field that identifies a row. */
  readonly key: string;
  /** Lists with the same words are printed by one command; without, only the running product can read it. */
  readonly words?: string;
  /** The command takes this field as an operand. */
  readonly operand?: string;
  /** Name of the texts of its heading: `<title>` and `<title>Text`; without it the rows are all of the page. */
  readonly title?: string;
  /** A component of its own shows the rows (src/pages/desk/[...section].astro). */
  readonly shownBy?: 'acts';
  /** Text instead of rows; `empty` by default. */
  readonly empty?: string;
  readonly columns: readonly Column<never>[];
  readonly notes?: readonly Note<never>[];
  readonly acts: readonly Act<never>[];
  /** Files about a row, with the name of their text; the row has the filter, too. */
  readonly files?: readonly { readonly text: string; readonly path: (row: never) => string }[];
}

export interface Filter {
  /** Whole keys of its texts. */
  readonly label: string;
  readonly hint?: string;
  /** Field of the answer with texts that are offered while typing. */
  readonly offers?: string;
  /** The month or year that is chosen at first; the page has links to the months before. */
  readonly first?: 'running' | 'past';
  /** What it takes, if no list does. */
  readonly of?: ZodMiniType;
}

/** What a section about one thing needs: its path ends in a field of all its calls, `/desk/members/:memberId`. */
interface About {
  /** What the first call refuses if there is no such thing. */
  readonly gone: ErrorLabel;
  /** Text of the link to the page above. */
  readonly back: string;
  /** The page ends with the last acts of the log about `<log>:<field>`. */
  readonly log?: string;
}

/** A file that is no list, of the month or year that the filter names. */
export interface PeriodFile {
  readonly name: ExportFile;
  readonly period: 'month' | 'year';
  /** Name of the texts of its heading: `<title>` and `<title>Text`, with `{{period}}`. */
  readonly title: string;
  /** Each form of it, with the name of the link's text. */
  readonly forms: readonly { readonly text: string; readonly path: string }[];
}

export interface Section {
  /** Of its page. */
  readonly path: string;
  /** Who may open it, if it has no list. */
  readonly roles?: readonly OperatorRole[];
  readonly files?: readonly PeriodFile[];
  /** The first list is the thing itself, whose title column heads the page. */
  readonly about?: About;
  /** A page that all rows lead to is opened at once. */
  readonly opens?: true;
  /** Where its texts are: `payouts` has `payouts.title`. */
  readonly texts: string;
  /** Whole key of the title, if it is not `<texts>.title`. */
  readonly title?: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly narrow?: true;
  /** Files about all of it, with the names of their texts. */
  readonly downloads?: readonly { readonly text: string; readonly path: string }[];
  readonly lists: readonly List[];
}

type RowOf<Call extends AnyEndpoint, Rows> = Rows extends null
  ? OutputOf<Call>
  : Rows extends keyof OutputOf<Call>
    ? OutputOf<Call>[Rows] extends readonly (infer Row)[]
      ? Row
      : never
    : never;

/** An act says what the operator has seen of it, or why there is nothing to be seen. */
type Seen<Call extends AnyEndpoint> = 'version' extends keyof InputOf<Call>
  ? undefined extends InputOf<Call>['version']
    ? { readonly version: 'none'; readonly because: string }
    : { readonly version?: undefined }
  : { readonly version: 'none'; readonly because: string };

type ResultOf<Call extends AnyEndpoint> =
  OutputOf<Call> extends { readonly result: infer Result } ? NonNullable<Result> : OutputOf<Call>;

type ActOf<Call extends AnyEndpoint, Row> = Omit<
  Act<Row>,
  'call' | 'unversioned' | 'asks' | 'operand' | 'shows'
> & {
  readonly shows?: readonly Value<ResultOf<Call>>[];
  readonly call: Call;
  readonly asks?: readonly (keyof InputOf<Call> & string)[];
  readonly operand?: keyof InputOf<Call> & string;
} & Seen<Call>;

/** Describes an act on rows of a type. Does not compile for a call without a version unless it says why. */
export const describeAct =
  <Row>() =>
  <Call extends AnyEndpoint>(act: ActOf<Call, Row>): Act<Row> => ({
    ...act,
    unversioned: 'because' in act && typeof act.because === 'string' ? act.because : null,
  });

type FileOf =
  | { readonly name: ExportFile; readonly file?: undefined }
  | { readonly name: string; readonly file: 'none' };

type ListOf<Call extends AnyEndpoint, Rows extends string | null> = FileOf &
  Omit<
    List,
    'name' | 'file' | 'call' | 'rows' | 'key' | 'operand' | 'columns' | 'notes' | 'acts' | 'files'
  > & {
    readonly call: Call;
    readonly rows: Rows;
    readonly operand?: keyof InputOf<Call> & string;
    readonly key: keyof RowOf<Call, Rows> & string;
    readonly columns: readonly Column<RowOf<Call, Rows>>[];
    readonly notes?: readonly Note<OutputOf<Call>>[];
    readonly acts?: readonly Act<RowOf<Call, Rows>>[];
    readonly files?: readonly {
      readonly text: string;
      readonly path: (row: RowOf<Call, Rows> & ParsedInput<Call>) => string;
    }[];
  };

export const describeList = <
  Call extends AnyEndpoint,
  const Rows extends (keyof OutputOf<Call> & string) | null,
>(
  list: ListOf<Call, Rows>,
): List => ({ ...list, acts: list.acts ?? [] });
