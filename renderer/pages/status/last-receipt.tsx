import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Paper } from '../../../service/wire.ts';
import { EmptyPaperIcon } from '../../components/icons.tsx';
import { ReceiptPaper } from '../../components/receipt-paper/receipt-paper.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './last-receipt.module.css';

/** The last receipt as it would print, or that there is none yet. */
export function LastReceipt({
  last,
  children,
}: {
  last: Paper | null;
  /** What can be done with it, above it. */
  children?: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <section className={classes.last} aria-labelledby="last-receipt">
      <Title id="last-receipt" c="dimmed" fz="xs" fw={600} ta="center" mb="sm">
        {t('page.paper.heading')}
      </Title>
      {children}
      {last === null ? (
        <div className={classes.none}>
          <span className={classes.icon}>
            <EmptyPaperIcon />
          </span>
          <Text fw={600}>{t('page.paper.none')}</Text>
          <Text c="dimmed">{t('page.paper.noneHint')}</Text>
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
