import { LANGUAGES } from '../../../i18n/languages.ts';

/** Languages that people may have, for a choice. */
export const languageChoice = Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }));
