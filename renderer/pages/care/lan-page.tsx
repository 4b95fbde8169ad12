import { Anchor, Text } from '@mantine/core';
import type { LanRegister } from '../../../service/wire.ts';
import { askLan } from '../../api/care.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useEvery } from '../../api/use-every.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Mark } from '../../components/mark.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatDay } from '../../format/day.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { CareProps } from './care-props.ts';
import { sameTerminal } from './same-terminal.ts';

/** Who answers is remembered for a minute by the service. */
const LOOK_MS = 15_000;

/** The tills of the shop: who is there, and who was heard of when. */
export function LanPage({ heading, snapshot }: CareProps) {
  const { t } = useTexts();
  const [loaded, reload] = useReloader(askLan, snapshot.status?.version);
  useEvery(snapshot.phase === 'lost' ? null : LOOK_MS, reload);
  return (
    <LoadedPage heading={heading} snapshot={snapshot} loaded={loaded} reload={reload}>
      {({ Lan, State }) => (
        <Panel heading={t('care.lan.heading')} intro={t('care.lan.intro')}>
          {State !== 'on' && (
            <Notice tone={State === 'off' ? 'plain' : 'bad'}>
              <p>{t(`care.lan.${State}`)}</p>
              {State === 'off' && (
                <Anchor href={`${PAGE_HASH.settings}/network`}>{t('care.lan.toSettings')}</Anchor>
              )}
            </Notice>
          )}
          {sameTerminal(Lan).map(({ terminal, names }) => (
            <Notice key={`${terminal} ${names}`} tone="bad">
              <p>{t('care.lan.twice', { terminal, names })}</p>
            </Notice>
          ))}
          {Lan.length === 0 ? <Text c="dimmed">{t('care.lan.none')}</Text> : <Tills tills={Lan} />}
          <Text size="sm" c="dimmed" maw="48rem">
            {t('care.lan.noMaster')}
          </Text>
        </Panel>
      )}
    </LoadedPage>
  );
}

function Tills({ tills }: { tills: readonly LanRegister[] }) {
  const { t, locale } = useTexts();
  const label = {
    till: t('care.lan.column.till'),
    state: t('care.lan.column.state'),
    machine: t('care.lan.column.machine'),
    seen: t('care.lan.column.seen'),
  };
  return (
    <WideTable caption={t('care.lan.heading')} columns={Object.values(label)}>
      {tills.map(({ RN, TaxId, TL, TT, Name, Url, Version, state, Seen }) => (
        <Row key={`${Name} ${RN} ${Url}`} data-testid="till">
          <Cell label={label.till}>
            <Text span fw={600}>
              {TL} / {TT}
            </Text>{' '}
            <Soft>
              {RN} · {TaxId}
            </Soft>
          </Cell>
          <Cell label={label.state}>
            <Mark tone={state === 'online' ? 'good' : 'look'}>{t(`care.lan.state.${state}`)}</Mark>
          </Cell>
          <Cell label={label.machine}>
            {Name} <Soft>{t('care.lan.version', { version: Version })}</Soft>
          </Cell>
          <Cell label={label.seen}>{Seen === undefined ? t('care.lan.here') : formatDay(Seen, locale)}</Cell>
        </Row>
      ))}
    </WideTable>
  );
}
