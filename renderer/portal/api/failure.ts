import type { Failure } from '../../api/request.ts';
import en from '../../../resources/locales/portal-page/en.json';

/** One wrong field, as the portal tells it. */
export interface FieldError {
  field: string;
  /** Word for programs, by which the page finds its text. */
  code: string;
  /** English text, for codes that this page does not know. */
  message: string;
  params?: Record<string, string | number>;
}

/** Finds a text by its path. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

type Words = typeof en.wrong;

/** What is wrong with a field, in words. */
export function fieldWords({ code, message, params }: Omit<FieldError, 'field'>, t: Translate): string {
  if (code === 'format') {
    const format = String(params?.['format']);
    const known = Object.hasOwn(en.wrong.formats, format) ? format : 'other';
    return t(`wrong.formats.${known}`);
  }
  const isKnown = Object.hasOwn(en.wrong, code) && typeof en.wrong[code as keyof Words] === 'string';
  return isKnown ? t(`wrong.${code}`, { ...params }) : message;
}

/**
 * Why the portal did not do something, in words.
 * @param text body of the answer
 */
export function failureOf(http: number, text: string, t: Translate): Failure {
  const problem = record(parsed(text));
  const errors = Array.isArray(problem?.['errors']) ? (problem['errors'] as FieldError[]) : [];
  const detail = typeof problem?.['detail'] === 'string' ? problem['detail'] : null;
  const fields: Record<string, string> = {};
  for (const error of errors) fields[error.field] ??= fieldWords(error, t);
  const known = Object.hasOwn(en.refused, String(http)) ? t(`refused.${http}`) : null;
  const general = fields[''] ?? known;
  return {
    http,
    message: general ?? detail ?? t('refused.other', { status: http }),
    details: general !== null && detail !== null && errors.length === 0 ? [detail] : [],
    ...(errors.length > 0 && { fields }),
  };
}

/** No answer came: it cannot be known whether the portal did what was asked. */
export function unanswered(t: Translate): Failure {
  return { http: null, message: t('refused.unanswered'), details: [] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}
