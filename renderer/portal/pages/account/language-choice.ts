import { languages } from '../../../i18n/languages.ts';

/** Languages that people may have, for a choice. */
export const languageChoice = Object.entries(languages).map(([value, { name }]) => ({ value, label: name }));
