/** Printed codes of a receipt. */
import type { Fis, Tag } from '../../../receipt/tra.ts';

/** Value of a printed code by its name. */
export function tagOf(fis: Fis | undefined, name: string): string | undefined {
  return fis?.Tag?.find(({ Name }) => Name === name)?.Value;
}

/** A printed code. */
export function tag(Label: string, Name: string, Value: string): Tag {
  return { Label, Name, Value };
}
