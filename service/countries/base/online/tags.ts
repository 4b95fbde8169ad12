/** Printed codes of a receipt. */
import type { Fis, Tag } from '../../../receipt/tra.ts';

/** Value of a printed code by its name. */
export function tagOf(fis: Fis | undefined, name: string): string | undefined {
  return fis?.Tag?.find(({ Name }) => Name === name)?.Value;
}

/** What the answer to a training transaction says it is (doc 3, ESR.Test), for a POS that prints itself. */
export function trainingTag(text: string): Tag {
  return tag('', 'Training', text);
}

/** A printed code. */
export function tag(Label: string, Name: string, Value: string): Tag {
  return { Label, Name, Value };
}
