import type en from '../../resources/locales/en.json';

declare module 'i18next' {
  // Keys are checked against the English file; a test keeps the others equal to it.
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
