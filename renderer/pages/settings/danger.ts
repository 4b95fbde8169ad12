import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { isOff } from './attribute-values.ts';

/** True when saving this value begins something that must be asked about once more. */
export function isDangerous({ danger, type, value: before }: AttributeEntry, value: string): boolean {
  const isNothing = type.kind === 'flag' && isOff(value);
  return danger && !isNothing && value !== before;
}

/** What a list sets anew that must be asked about once more; what it sets already is not. */
export function dangersOf(attributes: readonly AttributeEntry[], list: string): AttributeEntry[] {
  return attributes.filter(
    (entry) =>
      entry.danger &&
      [...list.matchAll(itemOf(entry.name))].some(([, value]) => isDangerous(entry, value ?? 'true')),
  );
}

/** An attribute in a list, with what stands behind `=`. It rather finds one too many: then it is asked in vain. */
function itemOf(name: string): RegExp {
  return new RegExp(String.raw`(?<![\w.-])${name}(?![\w.-])(?:\s*=\s*["']?([^\s"']*))?`, 'gi');
}
