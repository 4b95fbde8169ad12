import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ButtonRow } from '../../../components/button-row.tsx';
import { SelectField, TextField } from '../../../components/fields.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { idOf } from '../../api/entities.ts';
import { entityHash, registerHash } from '../../api/route.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { Empty, Loading } from '../loading.tsx';
import classes from '../page.module.css';
import { byUrgency, type Condition, conditionOf, conditions, conditionTones, isFound } from './health.ts';
import type { Register } from './types.ts';

/** A register that comes online is seen within seconds. */
const everyMs = 4000;
const PAGE = 100;

/** How the registers of a company are doing, those with problems first. */
export function RegistersPanel({ line: { entity } }: SectionProps) {
  const { t, language } = usePortalTexts();
  const id = idOf(entity);
  const registers = useAsk<{ registers: Register[] }>(
    `/Company/${id}/Registers?languageCode=${language}`,
    everyMs,
  );
  return (
    <Panel heading={t('section.registers')} intro={t('registers.intro')}>
      <Loading loaded={registers}>
        {({ registers: all }) =>
          all.length === 0 ? (
            <>
              <Empty>{t('registers.none')}</Empty>
              <p>
                <a className={classes.link} href={entityHash('company', id, 'keys')}>
                  {t('registers.toBadge')}
                </a>
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
      <div className={classes.marks} role="status">
        {conditions.map((condition) => {
          const number = count(condition);
          return (
            number > 0 && (
              <Mark key={condition} tone={conditionTones[condition]}>
                {t('registers.count', { number, condition: t(`condition.${condition}`) })}
              </Mark>
            )
          );
        })}
      </div>
      <div className={classes.bar}>
        <TextField
          type="search"
          label={t('registers.search')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SelectField
          label={t('registers.show')}
          data={[
            { value: 'all', label: t('registers.all') },
            { value: 'problems', label: t('registers.problems') },
            ...conditions.map((value) => ({ value, label: t(`condition.${value}`) })),
          ]}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value as typeof wanted)}
        />
      </div>
      {found.length === 0 ? (
        <Empty>{t('registers.noneFound')}</Empty>
      ) : (
        <RegisterTable registers={found.slice(0, limit)} />
      )}
      {found.length > limit && (
        <ButtonRow>
          <Button onClick={() => setLimit(limit + PAGE)}>
            {t('common.more', { left: found.length - limit })}
          </Button>
        </ButtonRow>
      )}
    </>
  );
}

function RegisterTable({ registers }: { registers: readonly Register[] }) {
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
          <tr role="row" key={registerId} data-testid="register">
            <Cell label={t('kind.register')}>
              <a className={classes.link} href={registerHash(companyId, registerId)}>
                {name ?? registerNumber}
              </a>
              {name !== null && <span className={classes.soft}>{registerNumber}</span>}
            </Cell>
            <Cell label={t('registers.condition')}>
              <Mark tone={conditionTones[condition]}>{t(`condition.${condition}`)}</Mark>
              {register.problems.map(({ title }, index) => (
                <span key={index} className={classes.soft}>
                  {title}
                </span>
              ))}
            </Cell>
            <Cell label={t('registers.place')}>{[tl, tt].filter(Boolean).join(' / ') || '–'}</Cell>
            <Cell label={t('registers.contact')}>
              {lastContactTimestamp === null ? t('common.never') : timeText(lastContactTimestamp, locale)}
            </Cell>
            <Cell label={t('registers.version')}>{register.version ?? '–'}</Cell>
          </tr>
        );
      })}
    </WideTable>
  );
}
