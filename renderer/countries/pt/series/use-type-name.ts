import { useTexts } from '../../../i18n/use-texts.ts';
import { knownType } from './document-types.ts';

/** What a document type is called in the language of the page; its code when there is no word for it. */
export function useTypeName(): (code: string) => string {
  const { t } = useTexts();
  return (code) => {
    const type = knownType(code);
    return type === null ? code : t(`portugal.type.${type}`);
  };
}
