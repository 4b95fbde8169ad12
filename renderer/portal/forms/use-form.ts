import { useEffect, useState } from 'react';
import type { Failure, Reply } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { texts } from '../api/ask.ts';
import { fieldWords } from '../api/failure.ts';
import { bodySchema, fieldSchema, loadOpenApi, type Schema, textProblem } from './schema.ts';

/** Texts of a form by the paths of their fields: `countryProperties.DE_WIdNr`. */
export type Texts = Record<string, string>;

/** A form that is filled in. */
export interface Form {
  values: Texts;
  set: (field: string, value: string) => void;
  /** What is wrong with a field, in words; null when nothing is known to be. */
  error: (field: string) => string | null;
  /** Whether the portal insists on a field. */
  isRequired: (field: string) => boolean;
  /** Bounds of a field, as the portal describes them. */
  bounds: (field: string) => Schema | null;
  busy: boolean;
  /** What no field can show. */
  failure: Failure | null;
  /** Everything that the portal found wrong when it was sent last. */
  complaint: Failure | null;
  /** Holds the texts against their bounds, then sends them; a wrong field takes the keyboard. */
  submit: <T>(send: (body: Record<string, unknown>) => Promise<Reply<T>>) => Promise<Reply<T> | null>;
  /** Begins anew with other texts. */
  reset: (values: Texts) => void;
  /** Something was typed that is not saved. */
  isChanged: boolean;
}

/**
 * A form whose bounds are those of an operation.
 * @param operationId name of the operation that it is sent with
 * @param needed fields that this form insists on although the operation does not
 */
export function useForm(operationId: string, initial: Texts, needed: readonly string[] = []): Form {
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(initial);
  const [mistakes, setMistakes] = useState<Texts>({});
  const [schema, setSchema] = useState<Schema | null>(null);
  const { busy, failure, run } = useAction();
  const [told, setTold] = useState<Failure | null>(null);
  // The portal's complaints become mistakes of fields once, so that mending a field takes its mark away.
  if (failure !== told) {
    setTold(failure);
    setMistakes(failure?.fields ?? {});
  }

  useEffect(() => {
    let isHere = true;
    void loadOpenApi().then((api) => {
      if (isHere && api !== null) setSchema(bodySchema(api, operationId));
    });
    return () => void (isHere = false);
  }, [operationId]);

  const boundsOf = (field: string) => {
    const described = schema === null ? null : fieldSchema(schema, field);
    return needed.includes(field) ? { schema: described?.schema ?? {}, required: true } : described;
  };
  const check = (): Texts => {
    const found: Texts = {};
    for (const [field, text] of Object.entries(values)) {
      const bounds = boundsOf(field);
      const problem = bounds && textProblem(bounds, text);
      if (problem) found[field] = fieldWords({ message: problem.code, ...problem }, texts);
    }
    return found;
  };

  return {
    values,
    set(field, value) {
      setValues((before) => ({ ...before, [field]: value }));
      setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)));
    },
    error: (field) => mistakes[field] ?? null,
    isRequired: (field) => boundsOf(field)?.required === true,
    bounds: (field) => boundsOf(field)?.schema ?? null,
    busy,
    failure: withoutFields(failure, Object.keys(values)),
    complaint: failure,
    async submit(send) {
      const found = check();
      setMistakes(found);
      if (Object.keys(found).length > 0) return null;
      return run(() => send(bodyOf(values)));
    },
    reset(next) {
      setStart(next);
      setValues(next);
      setMistakes({});
    },
    isChanged: Object.entries(values).some(([field, text]) => text !== start[field]),
  };
}

/** Texts as the body of a request: what is empty is nothing, paths become objects. */
export function bodyOf(values: Texts): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(values)) {
    const names = path.split('.');
    const last = names.pop()!;
    let at = body;
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
    at[last] = text.trim() === '' ? null : text.trim();
  }
  return body;
}

/** What is left to say when the fields of the form say theirs. */
function withoutFields(failure: Failure | null, shown: readonly string[]): Failure | null {
  if (failure?.fields === undefined) return failure;
  const left = Object.entries(failure.fields).filter(([field]) => !shown.includes(field));
  return left.length === 0 ? null : { ...failure, message: left.map(([, words]) => words).join(' ') };
}
