import { useEffect, useState } from 'react';
import type { ReceiptDetail } from '../../../service/register/wire.ts';
import { Fact } from '../../components/card.tsx';
import { Mark } from '../../components/mark.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { checkSignature, type Verdict } from '../../receipt/signature.ts';

const TONES = { fits: 'good', wrong: 'bad', impossible: 'plain', missing: 'plain' } as const;

/** Whether the signature of a receipt fits it, checked here and now; by the register where a browser cannot. */
export function SignatureFact({ signature }: Pick<ReceiptDetail, 'signature'>) {
  const { t } = useTexts();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let isOver = false;
    if (typeof signature !== 'string')
      void checkSignature(signature).then((found) => {
        if (!isOver) setVerdict(found);
      });
    return () => {
      isOver = true;
    };
  }, [signature]);
  // No one key checks receipts of this country.
  if (signature === 'country') return null;
  const shown = typeof signature === 'string' ? signature : verdict;
  return (
    <Fact name={t('receipts.signature.name')}>
      {shown !== null && (
        <span data-testid="signature" data-verdict={shown}>
          <Mark tone={TONES[shown]}>{t(`receipts.signature.${shown}`)}</Mark>
        </span>
      )}
    </Fact>
  );
}
