import { Text } from '@mantine/core';
import type { ListPreview } from '../../../service/settings/wire.ts';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './list-changes.module.css';

/** What a list would change, line by line. */
export function ListChanges({ preview: { changes, warnings } }: { preview: ListPreview }) {
  const { t } = useTexts();
  if (changes.length === 0) return <p>{t('settings.list.nothing')}</p>;
  return (
    <>
      <ul className={classes.changes} data-testid="list-changes">
        {changes.map(({ name, before, after }) => (
          <li key={name}>
            <Text ff="monospace" size="sm" fw={600}>
              {name}
            </Text>
            <Text size="sm">
              {before === null ? (
                t('settings.list.added', { after })
              ) : after === null ? (
                t('settings.list.gone', { before })
              ) : (
                <>
                  <del>{before}</del> → <ins>{after}</ins>
                </>
              )}
            </Text>
          </li>
        ))}
      </ul>
      {warnings.length > 0 && (
        <Notice tone="look" title={t('settings.list.unknown')}>
          {warnings.map((warning) => (
            <Text key={warning} size="sm">
              {warning}
            </Text>
          ))}
        </Notice>
      )}
    </>
  );
}
