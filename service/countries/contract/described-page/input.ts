/** Holds what was sent for an action against the page that offered it. Any program may send anything. */
import { isDate } from '../../../receipt/time.ts';
import type { Tree, TreeValue } from '../../../receipt/tree.ts';
import { fieldIssue, type FieldProblem, type PageIssue, pageIssue } from './issue.ts';
import { type FieldBounds, type OfferedAction, offeredActions } from './offered.ts';
import type { DescribedPage } from './page.ts';

/** What is wrong with a value: a word for the page, and English for the till supplier. */
type Mistake = [problem: FieldProblem, text: string];

/**
 * Reasons against an action: it is not offered now, for what is named in its
 * fixed values, or a field breaks its bounds. Empty: it may be done.
 */
export function inputIssues(page: DescribedPage, action: string, input: Tree): PageIssue[] {
  const named = offeredActions(page).filter((one) => one.action === action);
  if (named.length === 0) return [pageIssue('', 'this action is not offered now')];
  const meant = named.find(({ fixed }) => wrongValue(fixed, input) === undefined);
  if (!meant) {
    const name = wrongValue(named[0]!.fixed, input)!;
    return [pageIssue(name, 'names nothing that this action is offered for now')];
  }
  return [...strangers(meant, input), ...meant.fields.flatMap((field) => fieldIssues(field, input))];
}

function wrongValue(fixed: OfferedAction['fixed'], input: Tree): string | undefined {
  return Object.keys(fixed).find((name) => valueOf(input, name) !== fixed[name]);
}

function strangers({ fixed, fields }: OfferedAction, input: Tree): PageIssue[] {
  const known = new Set([...Object.keys(fixed), ...fields.map(({ name }) => name)]);
  return Object.keys(input)
    .filter((name) => !known.has(name))
    .map((name) => pageIssue(name.slice(0, 100), 'is no field of this action'));
}

function valueOf(input: Tree, name: string): TreeValue | undefined {
  return Object.hasOwn(input, name) ? input[name] : undefined;
}

function fieldIssues(field: FieldBounds, input: Tree): PageIssue[] {
  const mistake = mistakeOf(field, valueOf(input, field.name));
  return mistake ? [fieldIssue(field.name, ...mistake)] : [];
}

/** What is wrong with the value of a field; null when nothing is. */
export function mistakeOf(field: FieldBounds, value: TreeValue | undefined): Mistake | null {
  if (field.type === 'checkbox') {
    if (typeof value !== 'boolean') return ['choice', 'must be true or false'];
    return field.required && !value ? ['missing', 'must be true'] : null;
  }
  if (value === undefined || value === '') return field.required ? ['missing', 'is missing'] : null;
  if (typeof value !== 'string') return ['shape', 'must be a text'];
  switch (field.type) {
    case 'text':
      return ofText(field, value);
    case 'password':
      return value.length > field.most ? ['tooLong', `has more than ${field.most} characters`] : null;
    case 'number':
      return ofNumber(field, value);
    case 'date':
      return ofDate(field, value);
    case 'select':
      return field.options.some((option) => option.value === value)
        ? null
        : ['choice', 'is none of the values to choose from'];
    case 'file':
      return ofFile(field.most, value);
  }
}

function ofText(field: Extract<FieldBounds, { type: 'text' }>, value: string): Mistake | null {
  const { least = 0, most, pattern } = field;
  if (value.length < least) return ['tooShort', `has less than ${least} characters`];
  if (value.length > most) return ['tooLong', `has more than ${most} characters`];
  if (/\p{Cc}/u.test(value)) return ['shape', 'holds control characters'];
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'u').test(value))
    return ['shape', 'has not the right form'];
  return null;
}

function ofNumber(field: Extract<FieldBounds, { type: 'number' }>, value: string): Mistake | null {
  const { digits, least, most } = field;
  const parts = /^-?\d{1,15}(?:\.(\d{1,15}))?$/.exec(value);
  if (!parts) return ['number', 'must be a decimal number with a point, as a text'];
  if ((parts[1] ?? '').length > digits) return ['digits', `has more than ${digits} decimal places`];
  if (least !== undefined && isLess(value, least)) return ['tooSmall', `is less than ${least}`];
  if (most !== undefined && isLess(most, value)) return ['tooLarge', `is more than ${most}`];
  return null;
}

function ofDate(field: Extract<FieldBounds, { type: 'date' }>, value: string): Mistake | null {
  const { least, most } = field;
  if (!isDate(value)) return ['day', 'must be a day, YYYY-MM-DD'];
  if (least !== undefined && value < least) return ['tooEarly', `is before ${least}`];
  if (most !== undefined && value > most) return ['tooLate', `is after ${most}`];
  return null;
}

function ofFile(most: number, value: string): Mistake | null {
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return ['file', 'must be base64'];
  const bytes = (value.length / 4) * 3 - (value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0);
  return bytes > most ? ['file', `has more than ${most} bytes`] : null;
}

/** Compares decimal texts without making binary fractions of them. */
export function isLess(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.');
    const units = BigInt(whole + fraction.padEnd(15, '0'));
    return text.startsWith('-') ? -units : units;
  }) as [bigint, bigint];
  return one < other;
}
