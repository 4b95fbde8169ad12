import { List } from '@mantine/core';
import type { StorageCheck } from '../../../service/backup/wire.ts';
import { Mark } from '../../components/mark.tsx';
import { formatSize } from '../../format/quantity.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** What a folder is worth for backups, point by point. */
export function FolderCheck({ check: { problem, free, needed, sameDisk } }: { check: StorageCheck }) {
  const { t, locale } = useTexts();
  if (problem !== null) return null;
  const hasRoom = free === null || free > needed;
  const sizes = { free: free === null ? '' : formatSize(free, locale), needed: formatSize(needed, locale) };
  const points = [
    { name: 'writable', isGood: true },
    ...(free === null ? [] : [{ name: hasRoom ? 'room' : 'noRoom', isGood: hasRoom } as const]),
    { name: sameDisk ? 'sameDisk' : 'otherDisk', isGood: !sameDisk },
  ] as const;
  return (
    <List listStyleType="none" aria-label={t('care.backups.folder.found')} data-testid="folder-check">
      {points.map(({ name, isGood }) => (
        <List.Item key={name}>
          <Mark tone={isGood ? 'good' : 'look'}>
            {t(`care.backups.folder.mark.${isGood ? 'good' : 'look'}`)}
          </Mark>{' '}
          {t(`care.backups.folder.point.${name}`, sizes)}
        </List.Item>
      ))}
    </List>
  );
}
