import type { Failure } from '../../api/request.ts';

/** One wrong field, as the portal tells it. */
export interface FieldError {
  field: string;
  /** Word for programs, by which the page finds its text. */
  code: string;
  /** English text, for codes that this page does not know. */
  message: string;
  params?: Record<string, string | number>;
}

/** The texts of the page by their paths. */
export interface Texts {
  t: (key: string, values?: Record<string, unknown>) => string;
  /** Whether there is a text under a path that is made of what the portal said. */
  has: (key: string) => boolean;
}

/** What is wrong with a field, in words. */
export function fieldWords({ code, message, params }: Omit<FieldError, 'field'>, { t, has }: Texts): string {
  if (code === 'format') {
    const format = String(params?.['format']);
    return t(`wrong.formats.${has(`wrong.formats.${format}`) ? format : 'other'}`);
  }
  return has(`wrong.${code}`) ? t(`wrong.${code}`, { ...params }) : message;
}

/**
 * Why the portal did not do something, in words.
 * @param text body of the answer
 */
export function failureOf(http: number, text: string, texts: Texts): Failure {
  const { t, has } = texts;
  const problem = record(parsed(text));
  const errors = Array.isArray(problem?.['errors']) ? (problem['errors'] as FieldError[]) : [];
  const detail = typeof problem?.['detail'] === 'string' ? problem['detail'] : null;
  const fields: Record<string, string> = {};
  for (const error of errors) fields[error.field] ??= fieldWords(error, texts);
  const known = has(`refused.${http}`) ? t(`refused.${http}`) : null;
  const general = fields[''] ?? known;
  return {
    http,
    message: general ?? detail ?? t('refused.other', { status: http }),
    details: general !== null && detail !== null && errors.length === 0 ? [detail] : [],
    ...(errors.length > 0 && { fields }),
  };
}

/** Whoever asks may not see it, or not any more: what was shown of it before must go. */
export function isWithheld({ http }: Failure): boolean {
  return http === 401 || http === 403 || http === 404;
}

/**
 * No answer came: it cannot be known whether the portal did what was asked.
 * @param reads it was asked for something to show; nothing was to be done
 */
export function unanswered({ t }: Texts, reads: boolean): Failure {
  return { http: null, message: t(reads ? 'refused.unread' : 'refused.unanswered'), details: [] };
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
