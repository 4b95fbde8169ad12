import type { SeriesMode, SeriesRow } from '../../../../service/countries/pt/wire.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { useTypeName } from './use-type-name.ts';

/** Close a series: names what that means before it is done. */
export function CloseDialog({
  row,
  mode,
  act,
  onClose,
}: {
  row: SeriesRow;
  mode: SeriesMode;
  act: Act;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const typeName = useTypeName();
  // Codes of practice and of the test service mean nothing to the real one.
  const nobody = mode === 'own' || (mode === 'live' && row.test);
  const told = row.last === 0 ? 'portugal.close.toldUnused' : 'portugal.close.told';
  return (
    <ConfirmDialog
      heading={t('portugal.close.heading', { series: row.id })}
      submit={t('portugal.close.submit')}
      color="red"
      action={() => act('close', { series: row.id })}
      done={t('portugal.close.done', { series: row.id })}
      onClose={onClose}
    >
      <Consequences
        texts={[
          t(nobody ? 'portugal.close.toldNobody' : told, { number: row.last }),
          t('portugal.close.next', { type: typeName(row.type) }),
          t('portugal.close.forGood'),
        ]}
      />
    </ConfirmDialog>
  );
}
