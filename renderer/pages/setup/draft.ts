import type { Cfg, CfgField } from '../../../service/setup/wire.ts';

/** Texts of a form by their place in the configuration. */
export type Values = Partial<Record<CfgField, string>>;

type Group = 'Cmp' | 'Loc' | 'Trm' | 'Doc';

/** What a form begins with: what is configured, else what is likely. */
export function valuesOf(cfg: Cfg | null, fields: readonly CfgField[], likely: Values): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const [group, name] = placeOf(field);
      const value: unknown = cfg?.[group]?.[name];
      return [field, typeof value === 'string' ? value : (likely[field] ?? '')];
    }),
  );
}

/** Whether two configurations say the same in the fields of a form. */
export function hasSame(one: Cfg | null, other: Cfg | null, fields: readonly CfgField[]): boolean {
  const [left, right] = [valuesOf(one, fields, {}), valuesOf(other, fields, {})];
  return fields.every((field) => left[field] === right[field]);
}

/**
 * The records that a form is about, as they would be saved: what the form does not show
 * stays as it is, and what was made empty is gone.
 */
export function cfgOf(cfg: Cfg | null, values: Values): Partial<Cfg> {
  const records: Partial<Record<Group, Record<string, unknown>>> = {};
  for (const [field, value] of Object.entries(values) as [CfgField, string][]) {
    const [group, name] = placeOf(field);
    const record = (records[group] ??= { ...cfg?.[group] });
    record[name] = value.trim();
  }
  return records as Partial<Cfg>;
}

function placeOf(field: CfgField): [Group, string] {
  const [group, name = ''] = field.split('.');
  return [group as Group, name];
}
