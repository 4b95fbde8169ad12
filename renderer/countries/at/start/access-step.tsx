import { Button } from '../../../components/button.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoginPart } from '../finanzonline/login-part.tsx';
import type { StepProps } from './start-card.tsx';
import { isHeldBack } from './steps.ts';

/** Step 2: a login for FinanzOnline, or the wish to report by hand. */
export function AccessStep({
  overview: { finanzOnline, training },
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
  return (
    <>
      {finanzOnline.login === null && (
        <p>{t(byHand ? 'austria.start.access.chosen' : 'austria.start.access.text')}</p>
      )}
      <LoginPart
        account={finanzOnline}
        act={act}
        consequence={(mode) =>
          t(isHeldBack(training, mode) ? 'austria.start.access.heldBack' : 'austria.start.access.real')
        }
        kind={isNow ? 'primary' : 'plain'}
        otherwise={!byHand && <Button onClick={onByHand}>{t('austria.start.access.byHand')}</Button>}
      />
    </>
  );
}
