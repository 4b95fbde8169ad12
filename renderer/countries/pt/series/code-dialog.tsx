import { List, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SeriesRow } from '../../../../service/countries/pt/wire.ts';
import { Values } from '../../../components/values.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { Act } from '../actions.ts';
import { seriesName } from './arrange.ts';
import classes from './code-dialog.module.css';
import { PORTAL_PATH, usePortalFields } from './portal-words.ts';
import { isValidationCode, tidyCode } from './validation-code.ts';

/** Enter a validation code that was fetched by hand, with all that the authority's portal asks for. */
export function CodeDialog({
  row,
  today,
  act,
  onClose,
}: {
  row: SeriesRow;
  today: string;
  act: Act;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const fields = usePortalFields(row, today);
  const [code, setCode] = useState('');
  return (
    <FormDialog
      heading={t('portugal.code.heading', { series: row.id })}
      submit={t('portugal.code.submit')}
      check={() => isValidationCode(code)}
      send={() => act('code', { series: row.id, code })}
      done={t('portugal.code.done', { series: row.id })}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <List type="ordered" spacing="sm">
            <List.Item>
              {t('portugal.code.go')} <span lang="pt">{PORTAL_PATH}</span>.
            </List.Item>
            <List.Item>
              {t('portugal.code.fill')}
              <Values values={fields} lang="pt" />
            </List.Item>
            <List.Item>{t('portugal.code.bring', { name: seriesName(row.id) })}</List.Item>
          </List>
          <TextInput
            data-autofocus
            label={t('portugal.code.label')}
            description={t('portugal.code.hint')}
            className={classes.code ?? ''}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={sent && !isValidationCode(code) ? t('portugal.code.wrong') : null}
            value={code}
            onChange={(event) => setCode(tidyCode(event.currentTarget.value))}
          />
        </>
      )}
    </FormDialog>
  );
}
