/** What a described page lets people do: actions, and the fields that they fill in for them. */
import type { PageFact, PageValue, Words } from './words.ts';

/** What all fields have. */
interface FieldBase {
  /** Its name in the body of the action, and the `path` of issues about it. */
  name: string;
  label: Words;
  help?: Words;
  /** It cannot be left empty. A field that may be and is, is not in the body. */
  required?: true;
  /** What is said at the field when it breaks its bounds; the page has words of its own where this is missing. */
  rule?: Words;
}

/** One line of text; without blanks around it in the body. */
export interface TextFieldPart extends FieldBase {
  type: 'text';
  value?: string;
  /** Characters. */
  least?: number;
  most: number;
  /** Source of a regular expression that the whole text has to match; `rule` says it in words. */
  pattern?: string;
}

/** A secret: it can be typed, and is never told. In the body as it was typed. */
export interface PasswordFieldPart extends FieldBase {
  type: 'password';
  /** Characters. */
  most: number;
}

/** A decimal number; a text with a point in the body, never a JSON number. */
export interface NumberFieldPart extends FieldBase {
  type: 'number';
  value?: string;
  /** Decimal texts. */
  least?: string;
  most?: string;
  /** Decimal places; 0 where there may be none. */
  digits: number;
}

/** A day, `YYYY-MM-DD`. */
export interface DateFieldPart extends FieldBase {
  type: 'date';
  value?: string;
  least?: string;
  most?: string;
}

/** One of several values. */
export interface SelectFieldPart extends FieldBase {
  type: 'select';
  value?: string;
  options: readonly { value: string; label: PageValue }[];
}

/** Yes or no: `true` or `false` in the body, always there. `required`: it has to be yes. */
export interface CheckboxFieldPart extends FieldBase {
  type: 'checkbox';
  value?: boolean;
}

/** A file: its content as base64 in the body. */
export interface FileFieldPart extends FieldBase {
  type: 'file';
  /** Endings that the file picker offers first: `.p12,.pfx`. */
  accept: string;
  /** Bytes. All files of an action together have to fit into {@link MOST_FILE_BYTES}. */
  most: number;
}

/** A field of an action. */
export type PageField =
  | TextFieldPart
  | PasswordFieldPart
  | NumberFieldPart
  | DateFieldPart
  | SelectFieldPart
  | CheckboxFieldPart
  | FileFieldPart;

/** Bytes of all files of an action: as base64 they fit into the body that the service reads (256 KiB). */
export const MOST_FILE_BYTES = 180_000;

/** Asks once more before something is done that hurts. */
export interface Confirmation {
  heading: Words;
  /** What will be the case afterwards, point by point. */
  consequences: readonly Words[];
  /** Words of the button that does it. */
  submit: Words;
  /** It cannot be undone. */
  danger?: true;
  /** A text that has to be typed, for what is grave. */
  typed?: { expected: string; label: Words; wrong: Words };
}

/**
 * Something that can be done: `POST /control/country/<action>`. Its body has the
 * `fixed` values and those of the fields. Only actions of the description as it
 * stands are let through to `Country.act`, with these values and fields within their bounds.
 */
export interface PageAction {
  action: string;
  label: Words;
  /** Words for who hears the button without what stands around it; needed in rows of a table. */
  of?: Words;
  /** Stands out as what is to be done. */
  primary?: true;
  help?: Words;
  fixed?: Readonly<Record<string, string>>;
  /** Asked for in a dialog, in a form on the page itself. */
  fields?: readonly PageField[];
  /** Asked before it is done; fields of a dialog stand in the same one. */
  confirm?: Confirmation;
  /** What is said when it is done and brings no result to show. */
  done: Words;
}

/** What an action may return as its result to have it shown beneath the button. */
export interface PageResult {
  facts: readonly PageFact[];
}
