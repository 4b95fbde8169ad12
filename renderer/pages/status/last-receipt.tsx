import type { Paper } from '../../../service/wire.ts';
import { EmptyPaperIcon } from '../../components/icons.tsx';
import { ReceiptPaper } from '../../components/receipt-paper/receipt-paper.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './last-receipt.module.css';

/** The last receipt as it would print, or that there is none yet. */
export function LastReceipt({ last }: { last: Paper | null }) {
  const { t } = useTexts();
  return (
    <section className={classes.last} aria-labelledby="last-receipt">
      <h2 id="last-receipt" className={classes.heading}>
        {t('page.paper.heading')}
      </h2>
      {last === null ? (
        <div className={classes.none}>
          <span className={classes.icon}>
            <EmptyPaperIcon />
          </span>
          <p className={classes.noneTitle}>{t('page.paper.none')}</p>
          <p className={classes.noneHint}>{t('page.paper.noneHint')}</p>
        </div>
      ) : (
        // A new receipt is a new sheet, so it comes out of the printer anew.
        <div key={`${last.sq} ${last.number}`} className={classes.sheet}>
          <ReceiptPaper paper={last} />
        </div>
      )}
    </section>
  );
}
