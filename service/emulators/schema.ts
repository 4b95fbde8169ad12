/**
 * Schemas as emulators write them down: which elements in which order, with which
 * texts. A particle is as in XML Schema: an element some times, or one of several.
 */
import type { Element } from './xml.ts';

/** An element: its text or its content, and its attributes. */
export interface Declaration {
  name: string;
  text?: (text: string) => boolean;
  content?: readonly Particle[];
  attributes?: Readonly<Record<string, (value: string) => boolean>>;
  /** Namespace of an element of another schema, into which nobody looks here. */
  foreign?: string;
}

/** What may stand at a place: an element so many times, or exactly one of several. */
export type Particle = { element: Declaration; min: number; max: number } | { choice: readonly Particle[] };

/** Exactly once. */
export const one = (element: Declaration): Particle => ({ element, min: 1, max: 1 });
/** Once or not at all. */
export const optional = (element: Declaration): Particle => ({ element, min: 0, max: 1 });
/** Once to so many times. */
export const many = (element: Declaration, max: number): Particle => ({ element, min: 1, max });
/** Up to so many times, or not at all. */
export const upTo = (element: Declaration, max: number): Particle => ({ element, min: 0, max });
/** One of several. */
export const anyOf = (...choice: Particle[]): Particle => ({ choice });

/** An element with text. */
export const text = (name: string, rule: RegExp | ((t: string) => boolean)): Declaration => ({
  name,
  text: rule instanceof RegExp ? (t) => rule.test(t) : rule,
});
/** A rule for texts: so many characters. */
export const length = (min: number, max: number) => (t: string) => {
  const size = [...t].length;
  return size >= min && size <= max;
};
/** An element with elements. */
export const group = (name: string, ...content: Particle[]): Declaration => ({ name, content });
/** `xs:boolean`. */
export const isBoolean = (value: string): boolean => /^(true|false|0|1)$/.test(value);

/** What is wrong with an element; null when it is as declared. */
export function check(element: Element, declaration: Declaration, namespace: string): string | null {
  const { name } = declaration;
  if (element.namespace !== (declaration.foreign ?? namespace))
    return `element ${name} lies in another namespace`;
  if (declaration.foreign !== undefined) return null;
  for (const [attribute, value] of Object.entries(element.attributes)) {
    if (!declaration.attributes?.[attribute]?.(value))
      return `attribute ${attribute} of ${name} is not valid`;
  }
  if (declaration.content) {
    if (element.text.trim() !== '') return `element ${name} has text`;
    return checkContent(element, declaration.content, namespace);
  }
  if (element.children.length > 0) return `element ${name} has elements`;
  // The real service repeats the value here, which makes it a place where secrets may get out.
  return declaration.text!(element.text) ? null : `value '${element.text}' of element ${name} is not valid`;
}

function checkContent(parent: Element, content: readonly Particle[], namespace: string): string | null {
  let at = 0;
  for (const particle of content) {
    const next = parent.children[at]?.name;
    const chosen =
      'choice' in particle
        ? particle.choice.find((alternative) => 'element' in alternative && alternative.element.name === next)
        : particle;
    if (!chosen || !('element' in chosen)) return unexpected(parent, at, particle);
    const { element, min, max } = chosen;
    let count = 0;
    for (; count < max && parent.children[at]?.name === element.name; count += 1, at += 1) {
      const wrong = check(parent.children[at]!, element, namespace);
      if (wrong !== null) return wrong;
    }
    if (count < min) return unexpected(parent, at, particle);
  }
  return at < parent.children.length ? unexpected(parent, at, null) : null;
}

function unexpected(parent: Element, at: number, wanted: Particle | null): string {
  const names =
    wanted === null
      ? 'nothing'
      : 'element' in wanted
        ? wanted.element.name
        : wanted.choice.map((c) => ('element' in c ? c.element.name : '')).join(', ');
  return `in ${parent.name}: ${parent.children[at]?.name ?? 'the end'} found, expected: ${names}`;
}
