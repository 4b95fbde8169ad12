import type en from '../../resources/locales/en.json';

/** A field of base data: where it stands, and what it is called. */
export interface BaseField {
  /** Names from the outside in: `Doc.AccountIBAN`. */
  path: string;
  label: keyof typeof en.baseData.field;
  hint?: keyof typeof en.baseData.hint;
  /** It is a number in the portal's API. */
  isNumber?: boolean;
}
