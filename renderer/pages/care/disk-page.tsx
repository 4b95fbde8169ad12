import { Anchor, Progress, Text } from '@mantine/core';
import type { DiskOverview } from '../../../service/disk/wire.ts';
import { askDisk } from '../../api/care.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Fact, Facts } from '../../components/card.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatCount } from '../../format/money.ts';
import { formatSize } from '../../format/quantity.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { CareProps } from './care-props.ts';
import { folderKey } from './folder-key.ts';

/** With so few days left somebody has to do something. */
const SOON_DAYS = 30;
/** Folders that are named; a service of many registers has one for each. */
const MOST_FOLDERS = 30;
/** How much room there is, what takes it, and how long it lasts. */
export function DiskPage({ heading, snapshot }: CareProps) {
  const [loaded, reload] = useReloader(askDisk, snapshot.status?.now.slice(0, 15));
  return (
    <LoadedPage heading={heading} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <>
          <RoomPanel overview={overview} />
          <FoldersPanel overview={overview} />
        </>
      )}
    </LoadedPage>
  );
}

function RoomPanel({ overview }: { overview: DiskOverview }) {
  const { used, quota, free, size, perDay, days, fullIn, quotaIn } = overview;
  const { t, locale } = useTexts();
  const text = (bytes: number) => formatSize(bytes, locale);
  const first = [fullIn, quotaIn].filter((n) => n !== null).sort((a, b) => a - b)[0];
  const share = Math.min(100, Math.round((used / Math.max(1, quota)) * 100));
  const left = (n: number | null) =>
    n === null ? t('care.disk.notSoon') : t('care.disk.inDays', { count: n });
  return (
    <Panel heading={t('care.disk.heading')} intro={t('care.disk.intro')}>
      {first !== undefined && first <= SOON_DAYS && (
        <Notice tone="bad" role="alert">
          <p>{t('care.disk.soon', { count: first })}</p>
        </Notice>
      )}
      <div>
        <Progress.Root size="0.75rem">
          <Progress.Section
            color="var(--tm-progress)"
            value={share}
            withAria={false}
            role="meter"
            aria-label={t('care.disk.ofQuota')}
            aria-valuenow={share}
            aria-valuemin={0}
            aria-valuemax={100}
          />
        </Progress.Root>
        <Text c="dimmed" size="sm" mt="0.375rem">
          {t('care.disk.usedOf', { used: text(used), quota: text(quota), share })}
        </Text>
      </div>
      <Facts>
        {free !== null && (
          <Fact
            name={t('care.disk.free')}
            {...(size !== null && { remark: t('care.disk.of', { size: text(size) }) })}
          >
            {text(free)}
          </Fact>
        )}
        <Fact
          name={t('care.disk.perDay')}
          remark={days === 0 ? t('care.disk.notYet') : t('care.disk.days', { count: days })}
        >
          {perDay === null ? '–' : `${perDay < 0 ? '−' : ''}${text(Math.abs(perDay))}`}
        </Fact>
        {free !== null && <Fact name={t('care.disk.fullIn')}>{left(fullIn)}</Fact>}
        <Fact
          name={t('care.disk.quotaIn')}
          remark={
            <Anchor href={`${PAGE_HASH.settings}/backup`}>
              {t('settings.heading')} · {t('settings.task.backup.name')}
            </Anchor>
          }
        >
          {left(quotaIn)}
        </Fact>
      </Facts>
    </Panel>
  );
}

function FoldersPanel({ overview: { folders } }: { overview: DiskOverview }) {
  const { t, locale } = useTexts();
  const label = {
    folder: t('care.disk.column.folder'),
    files: t('care.disk.column.files'),
    size: t('care.disk.column.size'),
  };
  return (
    <Panel heading={t('care.disk.what')}>
      <WideTable caption={t('care.disk.what')} columns={Object.values(label)} fit="short">
        {folders.slice(0, MOST_FOLDERS).map(({ name, files, size }) => {
          const known = folderKey(name);
          return (
            <Row key={name}>
              <Cell label={label.folder}>
                <code>{name === '.' ? '/' : name}</code>
                {known !== null && (
                  <Text span display="block" size="sm" c="dimmed">
                    {t(`care.disk.folder.${known}`)}
                  </Text>
                )}
              </Cell>
              <Cell label={label.files}>{formatCount(files, locale)}</Cell>
              <Cell label={label.size}>{formatSize(size, locale)}</Cell>
            </Row>
          );
        })}
      </WideTable>
      {folders.length > MOST_FOLDERS && (
        <Text c="dimmed">{t('care.disk.more', { count: folders.length - MOST_FOLDERS })}</Text>
      )}
    </Panel>
  );
}
