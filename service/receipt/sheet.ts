/** A sheet of facts, which is no receipt: what a company tells an authority, to be printed or kept. */
export interface Sheet {
  title: string;
  /** Below the title. */
  intro: string;
  sections: readonly { heading: string; facts: readonly (readonly [label: string, value: string])[] }[];
  /** ISO 639 code. */
  language: string;
  /** Of the sheet, `YYYY-MM-DDThh:mm:ss`. */
  date: string;
}
