/** What a described page says: words of the country's own page texts, and plain values. */

/** How something stands; drawn with a sign and a colour that say the same. */
export type PageState = 'good' | 'warn' | 'bad';

/**
 * Words that people read: a key of `resources/locales/countries/<cc>/<language>.json`
 * with what stands in the place of its placeholders. A number named `count` also
 * chooses between one and several, as i18next does.
 */
export interface Words {
  key: string;
  values?: Readonly<Record<string, PageValue>>;
}

/**
 * A value: a text or a number as it is (numbers are counts), words, or what the
 * page writes the way of its language. Days are `YYYY-MM-DD`, months `YYYY-MM`,
 * times `YYYY-MM-DDThh:mm:ss` local, amounts and percentages decimal texts.
 */
export type PageValue =
  | string
  | number
  | Words
  | { day: string }
  | { month: string }
  | { time: string }
  | { amount: string; currency: string }
  | { percent: string };

/** A name with its value. */
export interface PageFact {
  label: Words;
  value: PageValue;
  state?: PageState;
  explanation?: Words;
  /** It is typed in elsewhere: a button copies it. For values that are texts. */
  copy?: true;
}

/** Words by their key. */
export function words(key: string, values?: Readonly<Record<string, PageValue>>): Words {
  return values === undefined ? { key } : { key, values };
}
