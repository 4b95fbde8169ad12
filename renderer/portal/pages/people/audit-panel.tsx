import { Button, Group } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { Reply } from '../../../api/request.ts';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import type en from '../../../../resources/locales/portal-page/en.json';
import { ask, texts } from '../../api/ask.ts';
import { useAsking } from '../../api/use-ask.ts';
import { Soft } from '../../../components/part.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';

interface Entry {
  auditId: number;
  timestamp: string;
  actor: string;
  action: string;
  entityId: number;
  entityName: string | null;
  detail: Record<string, unknown>;
}

interface Page {
  items: Entry[];
  totalCount: number;
}

const PAGE = 50;

/** As many entries as are wanted, in as many answers as it takes. */
async function askEntries(entityId: number, wanted: number): Promise<Reply<Page>> {
  const items: Entry[] = [];
  for (;;) {
    const reply = await ask<Page>(`/Entity/${entityId}/Audit?offset=${items.length}&limit=${PAGE}`);
    if (!reply.ok) return reply;
    items.push(...reply.value.items);
    const { totalCount } = reply.value;
    if (items.length >= Math.min(wanted, totalCount) || reply.value.items.length === 0) {
      return { ok: true, value: { items, totalCount } };
    }
  }
}

/** Who has changed what in an entity and in all that is in it, newest first. */
export function AuditPanel({ entityId }: { entityId: number }) {
  const { t, locale } = usePortalTexts();
  const [limit, setLimit] = useState(PAGE);
  const entries = useAsking(useCallback(() => askEntries(entityId, limit), [entityId, limit]));
  return (
    <Panel heading={t('section.audit')} intro={t('audit.intro')}>
      <Loading loaded={entries}>
        {({ items, totalCount }) =>
          items.length === 0 ? (
            <Empty>{t('audit.none')}</Empty>
          ) : (
            <>
              <WideTable
                caption={t('section.audit')}
                columns={[t('audit.when'), t('audit.who'), t('audit.what'), t('audit.where')]}
              >
                {items.map((entry) => (
                  <Row key={entry.auditId}>
                    <Cell label={t('audit.when')}>{timeText(entry.timestamp, locale)}</Cell>
                    <Cell label={t('audit.who')}>
                      <Who actor={entry.actor} />
                    </Cell>
                    <Cell label={t('audit.what')}>
                      <What entry={entry} />
                    </Cell>
                    <Cell label={t('audit.where')}>{entry.entityName ?? entry.entityId}</Cell>
                  </Row>
                ))}
              </WideTable>
              {items.length < totalCount && (
                <Group gap="xs">
                  <Button onClick={() => setLimit((before) => before + PAGE)}>
                    {t('common.more', { left: totalCount - items.length })}
                  </Button>
                </Group>
              )}
            </>
          )
        }
      </Loading>
    </Panel>
  );
}

/** Who did it: the portal writes kind, number and name. */
function Who({ actor }: { actor: string }) {
  const { t } = usePortalTexts();
  const [, kind, name] = /^(user|key|register) \d+ (.+)$/s.exec(actor) ?? [];
  if (actor === 'portal') return t('audit.portal');
  if (name === undefined) return actor;
  if (kind === 'user') return name;
  return (
    <>
      {name}
      <Soft>{t(kind === 'key' ? 'audit.key' : 'kind.register')}</Soft>
    </>
  );
}

/** What was done, in words where the page has them, and what came with it. */
function What({ entry: { action, detail } }: { entry: Entry }) {
  const { t } = usePortalTexts();
  const key = action.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
  const words = texts.has(`audit.actions.${key}`)
    ? t(`audit.actions.${key as keyof typeof en.audit.actions}`)
    : action;
  const details = Object.entries(detail);
  if (details.length === 0) return words;
  return (
    <details>
      <summary>{words}</summary>
      {details.map(([name, value]) => (
        <Soft key={name}>
          {name}: {shown(value)}
        </Soft>
      ))}
    </details>
  );
}

/** A value as it was, or from which to which it was changed. */
function shown(value: unknown): string {
  if (Array.isArray(value) && value.length === 2) return `${one(value[0])} → ${one(value[1])}`;
  return one(value);
}

function one(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
