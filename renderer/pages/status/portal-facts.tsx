import { Anchor, Group } from '@mantine/core';
import type { PortalStatus } from '../../../service/wire.ts';
import { Fact } from '../../components/card.tsx';
import { Mark } from '../../components/mark.tsx';
import type { NoticeTone } from '../../components/notice.tsx';
import { formatInstant } from '../../format/date.ts';
import { formatCount } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { isReachable, registerLink, waitingTime } from './portal-words.ts';

/** Offline is nothing that a cashier has to look after: it ends by itself. */
const TONES: Readonly<Record<PortalStatus['state'], NoticeTone>> = {
  ...{ alone: 'plain', connecting: 'plain', online: 'good', offline: 'plain' },
  ...{ noAddress: 'look', otherCompany: 'look', deactivated: 'look', refused: 'look' },
};

/**
 * How it stands with the portal, for a list of facts.
 * @param waiting records that the portal does not have yet
 */
export function PortalFacts({ portal, waiting }: { portal: PortalStatus; waiting: number }) {
  const { t, locale } = useTexts();
  const { state, url, company, heard, secondsLeft } = portal;
  const left = waitingTime(secondsLeft);
  const hasPortal = state !== 'alone' && state !== 'otherCompany';
  return (
    <>
      <Fact name={t('page.connection.mode')} remark={t(`page.connection.hint.${state}`)}>
        <span data-testid="portal-state" data-state={state}>
          <Mark tone={TONES[state]}>{t(`page.connection.state.${state}`)}</Mark>
        </span>
      </Fact>
      {hasPortal && (
        <Fact
          name={t('page.connection.recorder')}
          {...(left !== null && { remark: t(`page.connection.${left.unit}`, { number: left.number }) })}
        >
          {waiting > 0
            ? formatCount(waiting, locale)
            : t(state === 'online' ? 'page.connection.all' : 'page.connection.nothing')}
        </Fact>
      )}
      {hasPortal && heard !== null && (
        <Fact name={t('page.connection.heard')}>{formatInstant(Date.parse(heard), locale)}</Fact>
      )}
      {hasPortal && url !== null && (
        <Fact name={t('page.connection.company')} remark={new URL(url).host}>
          {company ?? '–'}
        </Fact>
      )}
    </>
  );
}

/** The ways to the portal. Nothing where there is none, or where it cannot be seen from here. */
export function PortalLinks({ portal }: { portal: PortalStatus }) {
  const { t } = useTexts();
  const { url } = portal;
  if (url === null || portal.state === 'alone') return null;
  // An address of the register's own computer leads elsewhere from any other one.
  if (!isReachable(url, window.location.hostname)) return <p>{t('page.connection.onlyThere')}</p>;
  const own = registerLink(portal);
  return (
    <Group gap="0.5rem 1.5rem" mt="md">
      {own !== null && (
        <Anchor href={own} target="_blank" rel="noreferrer">
          {t('page.connection.toRegister')}
        </Anchor>
      )}
      <Anchor href={url} target="_blank" rel="noreferrer">
        {t('page.connection.toPortal')}
      </Anchor>
    </Group>
  );
}
