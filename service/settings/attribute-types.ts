/** What values the profile's attributes may have (doc 2, "Profile attributes"). */
import type { AttributeType } from '../countries/contract/attribute.ts';
import { readRoutes } from '../e-invoicing/routes.ts';
import { isKeyId, readCompanyKey } from '../receipt/company-key.ts';
import { isOff } from './attributes.ts';

/** Longest value; the longest sensible one is a path or a regular expression. */
const LONGEST = 1000;
const LONGEST_PATTERN = 500;

/** What is wrong with a value, and how to write it, in English; null when nothing is. */
export function problemWith(type: AttributeType, value: string): string | null {
  if (value.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (/[\u0000-\u001f\u007f]/.test(value)) return 'must not hold line breaks or other control characters';
  switch (type.kind) {
    case 'flag':
      return isOff(value) || /^(1|true|yes|on)$/i.test(value)
        ? null
        : 'is on without a value, and off with "no"';
    case 'text':
      if (type.form === 'routes') return routesProblem(value);
      if (type.form !== 'sealing' || isOff(value) || isKeyId(value.toUpperCase())) return null;
      return 'must be the 8 characters that name the key in Recorder_SealKey, or off';
    case 'number':
      return type.bare && isSwitch(value) ? null : numberProblem(type, value);
    case 'time':
      if ((type.bare && isSwitch(value)) || (type.off && value.toUpperCase() === 'NO')) return null;
      return secondsOfDay(value) === null ? 'must be a time such as 03:00 or 03:00:00' : null;
    case 'pattern':
      return patternProblem(value);
    case 'choice':
      return type.values.some((one) => one.toUpperCase() === value.toUpperCase())
        ? null
        : `must be one of ${type.values.join(', ')}`;
    case 'secret':
      if (value === '' || value === 'true') return 'needs a value';
      if (type.form === 'companyKey' && readCompanyKey(value) === null)
        return 'must be a key of 56 characters as npm run unseal -- --new-key prints it; look for a typing error';
      return value.length < (type.least ?? 1) ? `must have at least ${type.least} characters` : null;
    case 'path':
      return /^(\/|[A-Za-z]:[\\/]|\\\\[^\\])/.test(value)
        ? null
        : 'must be a full path, such as /srv/till or \\\\server\\till';
    case 'address':
      return isAddress(value) ? null : 'must be an address that begins with http:// or https://';
    case 'origin':
      return value === '*' || (isAddress(value) && new URL(value).origin === value.toLowerCase())
        ? null
        : 'must be an origin such as https://pos.example without a path, or *';
    case 'picture':
      return pictureProblem(value);
  }
}

/** The whole list is wrong with one of its routes: a receipt would find that out at the till. */
function routesProblem(value: string): string | null {
  const read = readRoutes(value);
  return 'problem' in read ? `cannot be read: ${read.problem}` : null;
}

/** Seconds since midnight of `h:mm` or `hh:mm:ss`; null when it is no time of day. */
export function secondsOfDay(time: string): number | null {
  const m = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(time);
  return m && Number(m[1]) * 3600 + Number(m[2]) * 60 + Number(m[3] ?? 0);
}

/** On or off, without a value of its own. */
function isSwitch(value: string): boolean {
  return value === 'true' || isOff(value);
}

function numberProblem({ least, most }: { least: number; most: number }, value: string): string | null {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  return number >= least && number <= most ? null : `must be a whole number from ${least} to ${most}`;
}

function patternProblem(value: string): string | null {
  if (value.length > LONGEST_PATTERN) return `is longer than ${LONGEST_PATTERN} characters`;
  try {
    new RegExp(value);
  } catch {
    return 'must be a regular expression';
  }
  return null;
}

function isAddress(value: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);
}

const PICTURE = { type: /^(png|bmp)$/i, size: /^([1-9]|[12]\d|3[0-2])$/, ec_level: /^[LMQH]$/i } as const;

function pictureProblem(value: string): string | null {
  const text = 'must be written like type=png&size=4&ec_level=M, with type png or bmp, and size 1 to 32';
  // Without a value: the defaults.
  if (value === 'true') return null;
  for (const [name, part] of new URLSearchParams(value)) {
    const allowed = Object.hasOwn(PICTURE, name) ? PICTURE[name as keyof typeof PICTURE] : null;
    if (!allowed?.test(part)) return text;
  }
  return null;
}
