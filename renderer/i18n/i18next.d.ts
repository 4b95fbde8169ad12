import type en from '../../resources/locales/en.json';
import type portal from '../../resources/locales/portal-page/en.json';

declare module 'i18next' {
  // Keys are checked against the English files; a test keeps the others equal to them.
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en; portal: typeof portal };
  }
}
