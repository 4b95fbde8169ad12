import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Mark } from '../../../components/mark.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Soft } from '../../../components/part.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatDocumentTime } from '../../../format/day.ts';
import { formatCount } from '../../../format/money.ts';
import { timeText } from '../../time-text.ts';
import { entityHash, receiptHash, registerHash } from '../../api/route.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import { NextSteps } from './next-steps.tsx';
import { Sums } from './sums.tsx';
import type { CompanyLine, Overview, RegisterError } from './types.ts';

const EVERY_MS = 15_000;
const PAGE = 20;

/**
 * What matters today in many companies: registers with errors first, then the companies, a page at a time.
 * @param organizationId null: all that somebody may see
 * @param createIn organization in which the first company can be created; null: not by this user
 */
export function CompaniesOverview({
  organizationId,
  createIn,
}: {
  organizationId: number | null;
  createIn: number | null;
}) {
  const { t, language } = usePortalTexts();
  const [text, setText] = useState('');
  const [offset, setOffset] = useState(0);
  const query = new URLSearchParams({
    languageCode: language,
    offset: String(offset),
    limit: String(PAGE),
    ...(organizationId !== null && { organizationId: String(organizationId) }),
    ...(text.trim() !== '' && { searchText: text.trim() }),
  });
  const overview = useKept(useAsk<Overview>(`/Overview?${query}`, EVERY_MS));
  return (
    <Loading loaded={overview}>
      {({ errors, errorCount, companies: { items, totalCount } }) =>
        totalCount === 0 && text === '' ? (
          <Panel heading={t('overview.companies')}>
            {createIn === null ? (
              <Empty>{t('overview.noCompanies')}</Empty>
            ) : (
              <NextSteps kind="organization" id={createIn} />
            )}
          </Panel>
        ) : (
          <>
            <Errors errors={errors} count={errorCount} />
            <Panel heading={t('overview.companies')} intro={t('overview.companiesIntro')}>
              <TextInput
                type="search"
                label={t('overview.search')}
                autoComplete="off"
                maw="22rem"
                value={text}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  setOffset(0);
                }}
              />
              {items.length === 0 ? (
                <Empty>{t('overview.noneFound')}</Empty>
              ) : (
                <Companies companies={items} />
              )}
              <Pager offset={offset} shown={items.length} total={totalCount} go={setOffset} />
            </Panel>
          </>
        )
      }
    </Loading>
  );
}

/** What was shown before stays until the answer to another question has come, so that nothing flickers. */
function useKept<T>(asked: ReturnType<typeof useAsk<T>>): ReturnType<typeof useAsk<T>> {
  const [loaded, reload] = asked;
  const [kept, setKept] = useState(loaded.value);
  if (loaded.value !== null && loaded.value !== kept) setKept(loaded.value);
  return [{ ...loaded, value: loaded.value ?? kept }, reload];
}

function Errors({ errors, count }: { errors: readonly RegisterError[]; count: number }) {
  const { t, locale } = usePortalTexts();
  const columns = [t('kind.register'), t('registers.condition'), t('kind.company'), t('notifications.since')];
  return (
    <Panel heading={t('overview.attention')}>
      {errors.length === 0 ? (
        <Notice tone="good">
          <p>{t('overview.noErrors')}</p>
        </Notice>
      ) : (
        <WideTable caption={t('overview.attention')} columns={columns}>
          {errors.map((error) => (
            <Row key={`${error.registerId} ${error.code} ${error.sinceTimestamp}`} data-testid="error">
              <Cell label={t('kind.register')}>
                <Anchor href={registerHash(error.companyId, error.registerId)}>
                  {error.name ?? error.registerNumber}
                </Anchor>
              </Cell>
              <Cell label={t('registers.condition')}>
                <Mark tone="bad">{t('condition.stop')}</Mark>
                <Soft>{error.title}</Soft>
              </Cell>
              <Cell label={t('kind.company')}>
                <Anchor href={entityHash('company', error.companyId)}>{error.companyName}</Anchor>
              </Cell>
              <Cell label={t('notifications.since')}>{timeText(error.sinceTimestamp, locale)}</Cell>
            </Row>
          ))}
        </WideTable>
      )}
      {count > errors.length && (
        <p>{t('overview.moreErrors', { shown: errors.length, all: formatCount(count, locale) })}</p>
      )}
    </Panel>
  );
}

function Companies({ companies }: { companies: readonly CompanyLine[] }) {
  const { t, locale } = usePortalTexts();
  const columns = [
    t('kind.company'),
    t('overview.todayShort'),
    t('overview.yesterdayShort'),
    t('overview.newestShort'),
  ];
  return (
    <WideTable caption={t('overview.companies')} columns={columns}>
      {companies.map(({ companyId, name, state, today, yesterday, newest, sealed }) => (
        <Row key={companyId} data-testid="company">
          <Cell label={t('kind.company')}>
            <Anchor href={entityHash('company', companyId)}>{name}</Anchor>
            {state !== 'Productive' && <Soft>{t(`state.${state}`)}</Soft>}
          </Cell>
          <Cell label={t('overview.todayShort')}>
            {sealed ? t('overview.sealedShort') : <Sums day={today} />}
          </Cell>
          <Cell label={t('overview.yesterdayShort')}>
            {sealed ? t('overview.sealedShort') : <Sums day={yesterday} />}
          </Cell>
          <Cell label={t('overview.newestShort')}>
            {newest === null ? (
              '–'
            ) : (
              <>
                <Anchor href={receiptHash(companyId, newest.registerId, newest.sq)}>
                  {newest.fiscalNumber ?? `SQ ${newest.sq}`}
                </Anchor>
                <Soft>{formatDocumentTime(newest.time, locale)}</Soft>
              </>
            )}
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

function Pager({
  offset,
  shown,
  total,
  go,
}: {
  offset: number;
  shown: number;
  total: number;
  go: (offset: number) => void;
}) {
  const { t, locale } = usePortalTexts();
  if (total <= PAGE) return null;
  const isLast = offset + shown >= total;
  return (
    <Group gap="xs">
      <Button disabled={offset === 0} onClick={() => go(Math.max(0, offset - PAGE))}>
        {t('overview.before')}
      </Button>
      <Button disabled={isLast} onClick={() => go(offset + PAGE)}>
        {t('overview.after')}
      </Button>
      <span role="status">
        {t('overview.range', {
          from: formatCount(offset + 1, locale),
          till: formatCount(offset + shown, locale),
          all: formatCount(total, locale),
        })}
      </span>
    </Group>
  );
}
