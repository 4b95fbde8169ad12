import type { Texts } from '../../forms/use-form.ts';
import type { BaseField } from '../../../countries/base-field.ts';

type Data = Record<string, unknown>;

/**
 * Base data as texts to fill in, by their places in the body of a change.
 * @param place where the data stand in that body: `company`, `locations.0`
 */
export function baseTexts(fields: readonly BaseField[], data: Data, place: string): Texts {
  return Object.fromEntries(
    fields.map(({ path }) => {
      const value = path.split('.').reduce<unknown>((at, name) => (at as Data | undefined)?.[name], data);
      return [
        `${place}.${path}`,
        typeof value === 'string' || typeof value === 'number' ? String(value) : '',
      ];
    }),
  );
}

/** The texts as base data. What the form does not show stays as it was; what is empty goes. */
export function baseBody(fields: readonly BaseField[], texts: Texts, before: Data, place: string): Data {
  const body = structuredClone(before);
  for (const { path, isNumber = false } of fields) {
    const names = path.split('.');
    const last = names.pop()!;
    let at = body;
    for (const name of names) {
      if (typeof at[name] !== 'object' || at[name] === null) at[name] = {};
      at = at[name] as Data;
    }
    const text = texts[`${place}.${path}`]?.trim() ?? '';
    if (text === '') delete at[last];
    else at[last] = isNumber && /^\d+$/.test(text) ? Number(text) : text;
  }
  return withoutEmpty(body);
}

/** Without objects that have lost everything in them. */
function withoutEmpty(data: Data): Data {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([, value]) =>
        value !== null &&
        (typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length > 0),
    ),
  );
}
