import type { TFunction } from 'i18next';
import type en from '../../../resources/locales/en.json';
import type { AttributeEntry, AttributeScope, AttributeType } from '../../../service/settings/wire.ts';
import { formatTimes, type TimeUnit } from '../../format/quantity.ts';
import { isOff } from './attribute-values.ts';

/** What an attribute is called in plain words; its name where there are none, as for those of single countries. */
export function labelOf({ name }: AttributeEntry, t: TFunction): string {
  return t(`settings.label.${name as keyof typeof en.settings.label}`, { defaultValue: name });
}

/** What an attribute does; empty for one that nobody knows. */
export function effectOf({ name, known }: AttributeEntry, t: TFunction): string {
  return known ? t(`settings.effect.${name as keyof typeof en.settings.effect}`) : '';
}

/** Units that every language has words for, by what they are called in `Intl`. */
const TIMES: Partial<Record<Extract<AttributeType, { kind: 'number' }>['unit'], TimeUnit>> = {
  ...{ ms: 'millisecond', s: 'second', min: 'minute', days: 'day' },
};

/** What will happen when a dangerous one is set; empty for the others. */
export function dangerOf({ name, danger }: AttributeEntry, t: TFunction): string {
  return danger ? t(`settings.danger.${name as keyof typeof en.settings.danger}`) : '';
}

/** Where it has an effect: countries by their codes, or a kind of installation. */
export function scopeOf(scope: AttributeScope, t: TFunction): string {
  return typeof scope === 'string' ? t(`settings.scope.${scope}`) : scope.join(', ');
}

/** Choices that are words and no names of models, as people read them. */
export function choiceWords(value: string, t: TFunction): string {
  const name = value.toLowerCase();
  return name === 'each' || name === 'request' ? t(`settings.choice.${name}`) : value;
}

/** A value as people read it. @param locale BCP 47, which units are written in */
export function valueWords(
  { type, standard, known }: AttributeEntry,
  value: string,
  t: TFunction,
  locale: string,
): string {
  if (type.kind === 'secret') return t('settings.value.secret');
  const isBare = 'bare' in type && type.bare === true;
  if (isOff(value) && (type.kind === 'flag' || isBare)) return t('settings.value.off');
  if (value === 'true' && (type.kind === 'flag' || !known)) return t('settings.value.on');
  if (value === 'true' && isBare) return `${t('settings.value.on')} (${standard})`;
  if (type.kind === 'choice') return choiceWords(value, t);
  if (type.kind !== 'number') return value;
  const unit = TIMES[type.unit];
  const number = Number(value);
  return unit === undefined || Number.isNaN(number)
    ? `${value} ${t(`settings.unit.${type.unit}`)}`
    : formatTimes(number, unit, locale);
}

/** What can be entered, in a sentence. */
export function kindWords({ type, standard }: AttributeEntry, t: TFunction): string {
  if (type.kind === 'flag')
    return t(standard === null || isOff(standard) ? 'settings.kind.flag' : 'settings.kind.flagOn');
  const words = t(`settings.kind.${wordOf(type)}`, limitsOf(type, t));
  if (standard === null) return words;
  const key = 'bare' in type && type.bare ? 'settings.bare' : 'settings.value.standard';
  return `${words} ${t(key, { value: standard })}`;
}

/** Why a value cannot be. */
export function wrongWords(type: AttributeType, t: TFunction): string {
  return t(`settings.wrong.${wordOf(type)}`, limitsOf(type, t));
}

/** Why a value was not taken; `why` as the service says it. */
export function refusalWords(why: string | undefined, type: AttributeType, t: TFunction): string {
  return why === 'password' ? t('settings.wrong.password') : wrongWords(type, t);
}

/** What the words for a kind of value go by. */
function wordOf(
  type: AttributeType,
): AttributeType['kind'] | 'longSecret' | 'sealing' | 'routes' | 'companyKey' {
  if ('form' in type && type.form !== undefined) return type.form;
  return type.kind === 'secret' && type.least !== undefined ? 'longSecret' : type.kind;
}

function limitsOf(type: AttributeType, t: TFunction): Record<string, string | number> {
  if (type.kind === 'secret' && type.least !== undefined) return { least: type.least };
  if (type.kind !== 'number') return {};
  return { least: type.least, most: type.most, unit: t(`settings.unit.${type.unit}`) };
}
