import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { Failure } from '../../../api/request.ts';
import { Turns } from '../../../api/turns.ts';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { focusMistake } from '../../../components/focus.ts';
import { DownloadIcon } from '../../../components/icons.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { ask, askForFile } from '../../api/ask.ts';
import { isWithheld } from '../../api/failure.ts';
import type { CompanyTree } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FieldRow } from '../../../components/field-row.tsx';
import { useAsk } from '../../api/use-ask.ts';
import { decimalOf } from '../../../format/entered.ts';
import { formatMoney } from '../../../format/money.ts';
import { Empty, Loading } from '../loading.tsx';
import type { Register } from '../registers/types.ts';
import { download } from './download.ts';
import { ReceiptTable } from './receipt-table.tsx';
import { INVOICE_STATES, type FoundRecord } from './types.ts';

/** What can be looked for, by the names of the API's parameters. */
const NO_CRITERIA = {
  ...{ from: '', till: '', registerId: '', locationId: '', type: 'Tra' },
  ...{ fn: '', tn: '', total: '', text: '', eInvoice: '' },
};

const TYPES = ['Tra', 'Cfg', 'log', 'Sealed', ''] as const;
const TYPE_KEYS = { Tra: 'receipts', Cfg: 'base', log: 'log', Sealed: 'sealed', '': 'all' } as const;

/** Receipts shown with each press of the button. */
const PAGE = 50;

interface Found {
  Rec: FoundRecord[];
  continuation?: string;
}

/** Where receipts are looked for; null: anywhere in the company. */
export interface Place {
  companyId: number;
  locationId: number | null;
  registerId: number | null;
}

/** Looks receipts up, the newest first; those are shown before anybody has searched. */
export function SearchPanel({
  place,
  registers,
  mayExport,
}: {
  place: Place;
  registers: readonly Register[];
  mayExport: boolean;
}) {
  const { t, locale } = usePortalTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  const { companyId, locationId, registerId } = place;
  const first = {
    ...NO_CRITERIA,
    registerId: String(registerId ?? ''),
    locationId: String(locationId ?? ''),
  };
  const [criteria, setCriteria] = useState(first);
  const [asked, setAsked] = useState(first);
  const [found, setFound] = useState<Found | null>(null);
  const [isTotalWrong, setTotalWrong] = useState(false);
  const newest = useAsk<Found>(pathOf(companyId, first));
  const [, reloadNewest] = newest;
  const [{ value: tree }] = useAsk<CompanyTree>(`/Company/${companyId}/Tree?getRegisters=false`);

  const [turns] = useState(() => new Turns());

  /** Where a role has ended, nothing that was listed stays in sight. */
  const withhold = (why: Failure) => {
    if (!isWithheld(why)) return;
    setFound(null);
    void reloadNewest();
  };
  const search = async (wanted: typeof NO_CRITERIA, before: Found | null) => {
    const isNewest = turns.take();
    const reply = await run(() => ask<Found>(pathOf(companyId, wanted, before?.continuation)));
    if (!isNewest()) return;
    if (!reply.ok) {
      withhold(reply.failure);
      return;
    }
    setFound({ ...reply.value, Rec: [...(before?.Rec ?? []), ...reply.value.Rec] });
  };
  /** What was entered, as the portal is asked for it; null where the total is no amount, which the field then says. */
  const entered = (): typeof NO_CRITERIA | null => {
    const total = decimalOf(criteria.total, locale);
    setTotalWrong(total === null);
    return total === null ? null : { ...criteria, total };
  };
  const takeAway = async () => {
    const wanted = entered();
    if (!wanted) return;
    const path = `/Company/${companyId}/Records/Csv?${queryOf(wanted)}`;
    const reply = await run(() => askForFile(path));
    if (!reply.ok) {
      withhold(reply.failure);
      return;
    }
    download(`.${path}`);
    note(t('export.begun'));
  };
  const submit = (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault();
    const wanted = entered();
    if (!wanted) {
      focusMistake(event.currentTarget);
      return;
    }
    setAsked(wanted);
    void search(wanted, null);
  };
  const field = (name: keyof typeof NO_CRITERIA) => ({
    name,
    value: criteria[name],
    error: failure?.fields?.[name] ?? null,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setCriteria((before) => ({ ...before, [name]: value }));
    },
  });
  const shown = (list: Found) => (
    <>
      {list.Rec.length > 0 && <ReceiptTable companyId={companyId} records={list.Rec} registers={registers} />}
      {list.continuation !== undefined && (
        <Group gap="xs">
          <ActionButton blocked={busy} onAction={() => search(asked, list)}>
            {t('archive.more')}
          </ActionButton>
        </Group>
      )}
    </>
  );
  return (
    <Panel heading={t('archive.search')} intro={t('archive.searchIntro')}>
      <form noValidate onSubmit={submit}>
        <Stack maw="44rem">
          <FieldRow>
            <TextInput type="date" label={t('archive.from')} {...field('from')} />
            <TextInput type="date" label={t('archive.till')} {...field('till')} />
          </FieldRow>
          <FieldRow>
            <NativeSelect
              label={t('kind.register')}
              data={[
                { value: '', label: t('archive.allRegisters') },
                ...registers.map(({ registerId, name, registerNumber }) => ({
                  value: String(registerId),
                  label: name ?? registerNumber,
                })),
              ]}
              {...field('registerId')}
            />
            {locationId === null && (tree?.locations.length ?? 0) > 1 && (
              <NativeSelect
                label={t('kind.location')}
                data={[
                  { value: '', label: t('archive.allLocations') },
                  ...tree!.locations.map((one) => ({
                    value: String(one.locationId),
                    label: `${one.locationIdentification} · ${one.name}`,
                  })),
                ]}
                {...field('locationId')}
              />
            )}
          </FieldRow>
          <FieldRow>
            <TextInput label={t('archive.fn')} autoComplete="off" spellCheck={false} {...field('fn')} />
            <TextInput label={t('archive.tn')} autoComplete="off" spellCheck={false} {...field('tn')} />
            <TextInput
              label={t('archive.total')}
              autoComplete="off"
              placeholder={formatMoney('12.30', '', locale)}
              inputMode="decimal"
              {...field('total')}
              {...(isTotalWrong && { error: t('archive.totalWrong') })}
            />
          </FieldRow>
          <FieldRow>
            <TextInput
              type="search"
              label={t('archive.text')}
              description={t('archive.textHint')}
              autoComplete="off"
              {...field('text')}
            />
            <NativeSelect
              label={t('archive.type')}
              description={t('archive.typeHint')}
              data={TYPES.map((value) => ({ value, label: t(`archive.types.${TYPE_KEYS[value]}`) }))}
              {...field('type')}
            />
            <NativeSelect
              label={t('archive.eInvoice.heading')}
              description={t('archive.eInvoice.searchHint')}
              data={[
                { value: '', label: t('archive.eInvoice.whatever') },
                { value: 'any', label: t('archive.eInvoice.any') },
                ...INVOICE_STATES.map((value) => ({ value, label: t(`archive.eInvoice.states.${value}`) })),
              ]}
              {...field('eInvoice')}
            />
          </FieldRow>
          {failure !== null && (failure.fields?.[''] !== undefined || failure.fields === undefined) && (
            <FailureNote failure={failure} />
          )}
          <Group gap="xs">
            <ActionButton type="submit" variant="filled" busy={busy}>
              {t('archive.do')}
            </ActionButton>
            {mayExport && (
              <ActionButton onAction={takeAway} leftSection={<DownloadIcon />}>
                {t('archive.csv')}
              </ActionButton>
            )}
          </Group>
        </Stack>
      </form>
      {found === null ? (
        <Loading loaded={newest}>{shown}</Loading>
      ) : (
        <>
          <div role="status">{found.Rec.length === 0 && <Empty>{t('archive.none')}</Empty>}</div>
          {shown(found)}
        </>
      )}
    </Panel>
  );
}

/** Where the next records by some criteria are found. */
function pathOf(companyId: number, criteria: typeof NO_CRITERIA, continuation?: string): string {
  const query = queryOf(criteria);
  query.set('limit', String(PAGE));
  if (continuation !== undefined) query.set('continuation', continuation);
  return `/Company/${companyId}/Records?${query}`;
}

function queryOf(criteria: typeof NO_CRITERIA): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(criteria)) {
    if (value.trim() !== '') query.set(name, value.trim());
  }
  return query;
}
