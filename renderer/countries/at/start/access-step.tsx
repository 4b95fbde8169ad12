import { Button } from '@mantine/core';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Consequence } from '../finanzonline/login-dialog.tsx';
import { LoginPart } from '../finanzonline/login-part.tsx';
import type { StepProps } from './start-card.tsx';
import { isHeldBack, isTestKey } from './steps.ts';

/** Step 2: a login for FinanzOnline, or the wish to report by hand. */
export function AccessStep({
  overview: { finanzOnline, training, units },
  byHand,
  isNow,
  act,
  onByHand,
}: StepProps & {
  /** It is what has to be done now. */
  isNow: boolean;
  onByHand: () => void;
}) {
  const { t } = useTexts();
  const onlyTests = units.length > 0 && units.every(isTestKey);
  const consequence: Consequence = (mode) => {
    if (isHeldBack(training, mode)) return t('austria.start.access.heldBack');
    return t(`austria.start.access.${onlyTests && mode === 'production' ? 'testKey' : 'real'}`);
  };
  return (
    <>
      {finanzOnline.login === null && (
        <p>{t(byHand ? 'austria.start.access.chosen' : 'austria.start.access.text')}</p>
      )}
      <LoginPart
        account={finanzOnline}
        act={act}
        consequence={consequence}
        variant={isNow ? 'filled' : 'default'}
        otherwise={!byHand && <Button onClick={onByHand}>{t('austria.start.access.byHand')}</Button>}
      />
    </>
  );
}
