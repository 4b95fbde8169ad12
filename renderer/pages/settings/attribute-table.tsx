import { Button, Group, Text } from '@mantine/core';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Mark } from '../../components/mark.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { Soft } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { effectOf, scopeOf, valueWords } from './attribute-words.ts';
import classes from './attribute-table.module.css';

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
        <Row key={entry.name} data-testid="attribute" data-name={entry.name}>
          <Cell label={label.attribute}>
            <Text span display="block" ff="monospace" size="sm" fw={600}>
              {entry.name}
            </Text>
            <Soft>{effectOf(entry, t)}</Soft>
            <Marks entry={entry} />
          </Cell>
          <Cell label={label.value}>
            <Value entry={entry} />
          </Cell>
          <Cell label={label.scope}>
            <Soft>{scopeOf(entry.scope, t)}</Soft>
          </Cell>
          <Cell label={label.actions} actions>
            <Group gap="xs">
              <Button
                onClick={() => onEdit(entry)}
                aria-label={t(entry.value === null ? 'settings.setOf' : 'settings.changeOf', {
                  name: entry.name,
                })}
              >
                {t(entry.value === null ? 'settings.set' : 'settings.change')}
              </Button>
              {entry.value !== null && (
                <ActionButton
                  variant="subtle"
                  onAction={() => onRemove(entry)}
                  aria-label={t('settings.removeOf', { name: entry.name })}
                >
                  {t('settings.remove')}
                </ActionButton>
              )}
            </Group>
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

function Value({ entry }: { entry: AttributeEntry }) {
  const { t, locale } = useTexts();
  const { value, standard, type } = entry;
  const nothing = type.kind === 'flag' && standard === null ? 'settings.value.off' : 'settings.value.none';
  return (
    <>
      {value === null ? (
        <Soft>{t(nothing)}</Soft>
      ) : (
        <Text span display="block" fw={600}>
          {valueWords(entry, value, t, locale)}
        </Text>
      )}
      {standard !== null && !('bare' in type) && (
        <Soft>{t('settings.value.standard', { value: valueWords(entry, standard, t, locale) })}</Soft>
      )}
    </>
  );
}

function Marks({ entry: { known, meant, restart, waits, ignored } }: { entry: AttributeEntry }) {
  const { t } = useTexts();
  return (
    <Group className={classes.marks ?? ''} component="span" gap="0.375rem" mt="0.375rem">
      {ignored && <Mark tone="bad">{t('settings.value.ignored')}</Mark>}
      {!known && <Mark tone="look">{t('settings.mark.unknown')}</Mark>}
      {meant !== null && <Mark tone="plain">{t('settings.meant', { name: meant })}</Mark>}
      {waits && <Mark tone="look">{t('settings.mark.waits')}</Mark>}
      {restart && !waits && <Mark tone="plain">{t('settings.mark.restart')}</Mark>}
    </Group>
  );
}
