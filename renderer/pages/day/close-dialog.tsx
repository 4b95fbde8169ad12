import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReportAnswer } from '../../../service/register/wire.ts';
import { type CashWish, makeReport } from '../../api/day.ts';
import { FieldRow } from '../../components/field-row.tsx';
import { Fold } from '../../components/fold.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { decimalOf } from '../../format/entered.ts';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { countedProblem, countOf, isAmount, sumOf } from './cash.ts';
import { DENOMINATIONS } from './denominations.ts';

/** Asks for the cash in the drawer, as a sum or by notes and coins, and closes. */
export function CloseDialog({
  rn,
  currency,
  onDone,
  onClose,
}: {
  rn: string;
  currency: string;
  onDone: (report: ReportAnswer, cash: CashWish | null) => Promise<void>;
  onClose: () => void;
}) {
  const { t, locale } = useTexts();
  const [entered, setEntered] = useState('');
  const [begun, setBegun] = useState('');
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({});
  const values = DENOMINATIONS[currency] ?? [];
  const wrong = values.filter((value) => countOf(counts[value] ?? '') === null);
  const pieces = values
    .map((value) => ({ value, count: countOf(counts[value] ?? '') ?? 0 }))
    .filter(({ count }) => count > 0);
  const isByPieces = pieces.length > 0;
  const counted = isByPieces ? sumOf(pieces) : decimalOf(entered, locale);
  const start = decimalOf(begun, locale);
  const cash: CashWish | null =
    counted === null || counted === '' ? null : { start: start ?? '', counted, pieces };
  const problem = countedProblem(counted, start);
  return (
    <FormDialog
      heading={t('day.report.z')}
      submit={t('day.report.close')}
      check={() => problem === null && isAmount(start) && wrong.length === 0}
      send={() => makeReport(rn, 'Z', cash)}
      done={(report: ReportAnswer) => {
        void onDone(report, cash);
        return t('day.report.madeZ', { number: report.number ?? '' });
      }}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('day.report.closeText')}</p>
          <TextInput
            label={t('day.report.start')}
            description={t('day.report.startHint')}
            inputMode="decimal"
            autoComplete="off"
            error={sent && !isAmount(start) ? t('day.report.countedWrong') : null}
            value={begun}
            onChange={(event) => setBegun(event.currentTarget.value)}
          />
          <TextInput
            label={t('day.report.counted')}
            description={t('day.report.countedHint')}
            inputMode="decimal"
            autoComplete="off"
            readOnly={isByPieces}
            error={sent && problem !== null ? t(`day.report.${problem}`) : null}
            value={isByPieces ? formatMoney(counted ?? '', currency, locale) : entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
          {values.length > 0 && (
            <Fold summary={t('day.report.pieces')}>
              <FieldRow least="6.5rem">
                {values.map((value) => (
                  <TextInput
                    key={value}
                    label={formatMoney(value, currency, locale)}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={5}
                    error={sent && wrong.includes(value) ? t('day.report.pieceWrong') : null}
                    value={counts[value] ?? ''}
                    onChange={(event) => {
                      const { value: count } = event.currentTarget;
                      setCounts((before) => ({ ...before, [value]: count }));
                    }}
                  />
                ))}
              </FieldRow>
            </Fold>
          )}
        </>
      )}
    </FormDialog>
  );
}
