import { Anchor, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../components/action-button.tsx';
import { FieldRow } from '../../../components/field-row.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Hint } from '../../../components/part.tsx';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import { PageTitle } from '../page-title.tsx';
import type { Level } from '../registers/types.ts';
import { NotificationGroups } from './notification-groups.tsx';
import { type FoundNotifications, OPEN, type Open } from './types.ts';

const EVERY_MS = 10_000;
/** What is over changes seldom, and there is much of it. */
const ENDED_EVERY_MS = 60_000;
/** Shown with each press of the button. */
const PAGE = 50;
/** The portal answers no more at once. */
const MOST = 250;
const LEVELS: readonly Level[] = ['error', 'warning', 'info'];

/** What is or was the matter with all registers that somebody may see. */
export function NotificationsPage() {
  const { t, locale } = usePortalTexts();
  const [open, setOpen] = useState<Open>('open');
  const [level, setLevel] = useState('');
  const [companyId, setCompanyId] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const query = new URLSearchParams({
    ...{ open, limit: String(limit), languageCode: locale },
    ...(level !== '' && { level }),
    ...(companyId !== '' && { companyId }),
  });
  const found = useAsk<FoundNotifications>(
    `/Notifications?${query.toString()}`,
    open === 'open' ? EVERY_MS : ENDED_EVERY_MS,
  );
  const companies = found[0].value?.companies ?? [];
  const choose = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    setLimit(PAGE);
  };
  return (
    <>
      <PageTitle title={t('section.notifications')} />
      <Panel heading={t('notifications.choice')} intro={t('notifications.pageIntro')}>
        <Stack maw="44rem" gap="sm">
          <FieldRow>
            <NativeSelect
              label={t('notifications.state')}
              data={OPEN.map((value) => ({ value, label: t(`notifications.states.${value}`) }))}
              value={open}
              onChange={choose((value) => setOpen(value as Open))}
            />
            <NativeSelect
              label={t('notifications.level')}
              data={[
                { value: '', label: t('notifications.levels.all') },
                ...LEVELS.map((value) => ({ value, label: t(`notifications.levels.${value}`) })),
              ]}
              value={level}
              onChange={choose(setLevel)}
            />
            <NativeSelect
              label={t('kind.company')}
              data={[
                { value: '', label: t('notifications.allCompanies') },
                ...withChosen(companies, companyId).map(({ companyId: id, name, count }) => ({
                  value: String(id),
                  label: `${name} (${count})`,
                })),
              ]}
              value={companyId}
              onChange={choose(setCompanyId)}
            />
          </FieldRow>
          <Anchor href="#/account">{t('notifications.byMail')}</Anchor>
        </Stack>
      </Panel>
      <Loading loaded={found}>
        {({ items, totalCount }) =>
          items.length === 0 ? (
            <Nothing isEverything={open === 'open' && level === '' && companyId === ''} />
          ) : (
            <>
              <NotificationGroups items={items} hasEnded={open !== 'open'} />
              {totalCount > items.length && (
                <Stack gap="xs" align="flex-start">
                  <Hint>{t('notifications.shown', { shown: items.length, all: totalCount })}</Hint>
                  {limit < MOST && (
                    <ActionButton onAction={() => setLimit(Math.min(MOST, limit + PAGE))}>
                      {t('notifications.more')}
                    </ActionButton>
                  )}
                </Stack>
              )}
            </>
          )
        }
      </Loading>
    </>
  );
}

/** A company that was chosen stays to be seen when the last of its notifications has ended. */
function withChosen(
  companies: FoundNotifications['companies'],
  chosen: string,
): FoundNotifications['companies'] {
  if (chosen === '' || companies.some(({ companyId }) => String(companyId) === chosen)) return companies;
  return [...companies, { companyId: Number(chosen), name: chosen, count: 0 }];
}

/** All is well, or nothing is of the kind that was chosen. */
function Nothing({ isEverything }: { isEverything: boolean }) {
  const { t } = usePortalTexts();
  if (!isEverything) return <Empty>{t('notifications.noneFound')}</Empty>;
  return (
    <Notice tone="good">
      <p>{t('notifications.noneOpen')}</p>
    </Notice>
  );
}
