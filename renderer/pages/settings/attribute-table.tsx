import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { Button } from '../../components/button.tsx';
import { ButtonRow } from '../../components/button-row.tsx';
import { DeedButton } from '../../components/deed-button.tsx';
import { Mark } from '../../components/mark.tsx';
import { Cell, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { effectOf, scopeOf, valueWords } from './attribute-words.ts';
import classes from './settings-page.module.css';

/** Attributes, one in a row. */
export function AttributeTable({
  entries,
  onEdit,
  onRemove,
}: {
  entries: readonly AttributeEntry[];
  onEdit: (entry: AttributeEntry) => void;
  onRemove: (entry: AttributeEntry) => Promise<void>;
}) {
  const { t } = useTexts();
  const label = {
    attribute: t('settings.column.attribute'),
    value: t('settings.column.value'),
    scope: t('settings.column.scope'),
    actions: t('settings.column.actions'),
  };
  return (
    <WideTable
      caption={t('settings.attributes')}
      columns={[label.attribute, label.value, label.scope]}
      actions={label.actions}
    >
      {entries.map((entry) => (
        <tr key={entry.name} role="row" data-testid="attribute" data-name={entry.name}>
          <Cell label={label.attribute}>
            <span className={classes.name}>{entry.name}</span>
            <span className={classes.soft}>{effectOf(entry, t)}</span>
            <Marks entry={entry} />
          </Cell>
          <Cell label={label.value}>
            <Value entry={entry} />
          </Cell>
          <Cell label={label.scope}>
            <span className={classes.soft}>{scopeOf(entry.scope, t)}</span>
          </Cell>
          <Cell label={label.actions} actions>
            <ButtonRow>
              <Button
                onClick={() => onEdit(entry)}
                aria-label={t(entry.value === null ? 'settings.setOf' : 'settings.changeOf', {
                  name: entry.name,
                })}
              >
                {t(entry.value === null ? 'settings.set' : 'settings.change')}
              </Button>
              {entry.value !== null && (
                <DeedButton
                  kind="quiet"
                  onDeed={() => onRemove(entry)}
                  aria-label={t('settings.removeOf', { name: entry.name })}
                >
                  {t('settings.remove')}
                </DeedButton>
              )}
            </ButtonRow>
          </Cell>
        </tr>
      ))}
    </WideTable>
  );
}

function Value({ entry }: { entry: AttributeEntry }) {
  const { t } = useTexts();
  const { value, standard, type } = entry;
  const nothing = type.kind === 'flag' && standard === null ? 'settings.value.off' : 'settings.value.none';
  return (
    <>
      {value === null ? (
        <span className={classes.soft}>{t(nothing)}</span>
      ) : (
        <span className={classes.value}>{valueWords(entry, value, t)}</span>
      )}
      {standard !== null && !('bare' in type) && (
        <span className={classes.soft}>
          {t('settings.value.standard', { value: valueWords(entry, standard, t) })}
        </span>
      )}
    </>
  );
}

function Marks({ entry: { known, meant, used, restart, waits, ignored } }: { entry: AttributeEntry }) {
  const { t } = useTexts();
  return (
    <span className={classes.marks}>
      {ignored && <Mark tone="bad">{t('settings.value.ignored')}</Mark>}
      {!known && <Mark tone="look">{t('settings.mark.unknown')}</Mark>}
      {meant !== null && <Mark tone="plain">{t('settings.meant', { name: meant })}</Mark>}
      {known && !used && <Mark tone="plain">{t('settings.mark.unused')}</Mark>}
      {waits && <Mark tone="look">{t('settings.mark.waits')}</Mark>}
      {restart && !waits && <Mark tone="plain">{t('settings.mark.restart')}</Mark>}
    </span>
  );
}
