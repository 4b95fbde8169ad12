import { Anchor, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { idOf } from '../../api/entities.ts';
import { entityHash, registerHash } from '../../api/route.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Soft } from '../../../components/part.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { Empty, Loading } from '../loading.tsx';
import { byUrgency, type Condition, conditionOf, CONDITIONS, CONDITION_TONES, isFound } from './health.ts';
import type { Register } from './types.ts';

/** A register that comes online is seen within seconds. */
const EVERY_MS = 4000;
const PAGE = 100;

/** How the registers of a company are doing, those with problems first. */
export function RegistersPanel({ line: { entity } }: SectionProps) {
  const { t, language } = usePortalTexts();
  const id = idOf(entity);
  const registers = useAsk<{ registers: Register[] }>(
    `/Company/${id}/Registers?languageCode=${language}`,
    EVERY_MS,
  );
  return (
    <Panel heading={t('section.registers')} intro={t('registers.intro')}>
      <Loading loaded={registers}>
        {({ registers: all }) =>
          all.length === 0 ? (
            <>
              <Empty>{t('registers.none')}</Empty>
              <p>
                <Anchor href={entityHash('company', id, 'keys')}>{t('registers.toBadge')}</Anchor>
              </p>
            </>
          ) : (
            <Registers registers={all} />
          )
        }
      </Loading>
    </Panel>
  );
}

function Registers({ registers }: { registers: readonly Register[] }) {
  const { t } = usePortalTexts();
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState<Condition | 'all' | 'problems'>('all');
  const [limit, setLimit] = useState(PAGE);
  const count = (condition: Condition) => registers.filter((one) => conditionOf(one) === condition).length;
  const isWanted = (register: Register) => {
    const condition = conditionOf(register);
    if (wanted === 'problems') return ['stop', 'offline', 'look'].includes(condition);
    return wanted === 'all' || wanted === condition;
  };
  const found = byUrgency(registers.filter((one) => isWanted(one) && isFound(one, text)));
  return (
    <>
      <Group gap="0.375rem" role="status">
        {CONDITIONS.map((condition) => {
          const number = count(condition);
          return (
            number > 0 && (
              <Mark key={condition} tone={CONDITION_TONES[condition]}>
                {t('registers.count', { number, condition: t(`condition.${condition}`) })}
              </Mark>
            )
          );
        })}
      </Group>
      <Group align="flex-end" gap="0.75rem 1rem">
        <TextInput
          type="search"
          label={t('registers.search')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          flex="1 1 14rem"
          maw="22rem"
        />
        <NativeSelect
          label={t('registers.show')}
          data={[
            { value: 'all', label: t('registers.all') },
            { value: 'problems', label: t('registers.problems') },
            ...CONDITIONS.map((value) => ({ value, label: t(`condition.${value}`) })),
          ]}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value as typeof wanted)}
          flex="1 1 14rem"
          maw="22rem"
        />
      </Group>
      {found.length === 0 ? (
        <Empty>{t('registers.noneFound')}</Empty>
      ) : (
        <RegisterTable registers={found.slice(0, limit)} />
      )}
      {found.length > limit && (
        <Group gap="xs">
          <Button onClick={() => setLimit(limit + PAGE)}>
            {t('common.more', { left: found.length - limit })}
          </Button>
        </Group>
      )}
    </>
  );
}

/** A table of registers with their state, problems and last contact. */
export function RegisterTable({ registers }: { registers: readonly Register[] }) {
  const { t, locale } = usePortalTexts();
  const columns = [
    t('kind.register'),
    t('registers.condition'),
    t('registers.place'),
    t('registers.contact'),
    t('registers.version'),
  ];
  return (
    <WideTable caption={t('section.registers')} columns={columns}>
      {registers.map((register) => {
        const { companyId, registerId, name, registerNumber, tl, tt, lastContactTimestamp } = register;
        const condition = conditionOf(register);
        return (
          <Row key={registerId} data-testid="register">
            <Cell label={t('kind.register')}>
              <Anchor href={registerHash(companyId, registerId)}>{name ?? registerNumber}</Anchor>
              {name !== null && <Soft>{registerNumber}</Soft>}
            </Cell>
            <Cell label={t('registers.condition')}>
              <Mark tone={CONDITION_TONES[condition]}>{t(`condition.${condition}`)}</Mark>
              {register.problems.map(({ title }, index) => (
                <Soft key={index}>{title}</Soft>
              ))}
            </Cell>
            <Cell label={t('registers.place')}>{[tl, tt].filter(Boolean).join(' / ') || '–'}</Cell>
            <Cell label={t('registers.contact')}>
              {lastContactTimestamp === null ? t('common.never') : timeText(lastContactTimestamp, locale)}
            </Cell>
            <Cell label={t('registers.version')}>{register.version ?? '–'}</Cell>
          </Row>
        );
      })}
    </WideTable>
  );
}
