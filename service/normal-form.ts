/** Unicode's normal forms of texts that anybody may have written. */

/**
 * Marks on one letter beyond those that any writing has (UAX #15, Stream-Safe Text Format). They have to be sorted, which
 * takes as long as the square of their number: ten seconds for 100,000.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** A text in a normal form, without the marks that nobody can tell from one another any more. */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(TOO_MANY_MARKS, '$1').normalize(form);
}
