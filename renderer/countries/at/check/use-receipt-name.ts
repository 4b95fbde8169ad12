import { useTexts } from '../../../i18n/use-texts.ts';

/** What a receipt that has to be checked is called: `start`, or the year of an annual receipt. */
export function useReceiptName(): (receipt: string) => string {
  const { t } = useTexts();
  return (receipt) =>
    receipt === 'start' ? t('austria.check.start') : t('austria.check.annual', { year: receipt });
}
