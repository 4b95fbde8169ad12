import { Anchor, Code, Group } from '@mantine/core';
import { CopyCode } from '../../../components/copy-code.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Fact, Facts } from '../../../components/card.tsx';
import { Panel } from '../../../components/panel.tsx';
import { QrCode } from '../../../components/receipt-paper/qr-code.tsx';
import { portalCountryOf } from '../../../countries/portal-list.ts';
import { formatDocumentTime } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { timeText } from '../../time-text.ts';
import { type Line, permissionsOn, useLine } from '../../api/entities.ts';
import { registerHash } from '../../api/route.ts';
import { useSession } from '../../api/session.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { SingleReceiptPanel } from '../digital/single-panel.tsx';
import { Loading } from '../loading.tsx';
import { PageTitle } from '../page-title.tsx';
import { stepsInto } from '../steps.ts';
import { EInvoicePanel } from './e-invoice-panel.tsx';
import { ReceiptLines } from './receipt-lines.tsx';
import { titleOf } from './receipt-table.tsx';
import type { JournalRecord } from './types.ts';

interface Kept {
  registerId: number;
  /** Of its amounts, ISO 4217; null: the register has told none. */
  currency: string | null;
  Rec: JournalRecord;
  /** As the register has handed it in. */
  line: string;
  batch: {
    firstSq: number;
    lastSq: number;
    digest: string;
    signature: string;
    receivedTimestamp: string;
  } | null;
}

/** A record of the archive, in words and as it was handed in. */
export function ReceiptPage({
  companyId,
  registerId,
  sq,
}: {
  companyId: number;
  registerId: number;
  sq: number;
}) {
  const line = useLine('company', companyId);
  const kept = useAsk<Kept>(`/Company/${companyId}/Records/${registerId}/${sq}`);
  return (
    <Loading loaded={line}>
      {(company) => <Loading loaded={kept}>{(value) => <Shown line={company} kept={value} />}</Loading>}
    </Loading>
  );
}

function Shown({ line, kept }: { line: Line; kept: Kept }) {
  const { t, locale } = usePortalTexts();
  const { grants } = useSession();
  const { Rec: record, registerId, batch, currency } = kept;
  const { ESR: receipt, Result: result, Fis: fiscal } = record;
  const company = line.entity;
  const steps = [
    ...stepsInto(line),
    { name: record.RN, href: registerHash(company.companyId ?? 0, registerId) },
  ];
  const path = `/Company/${company.companyId}/Records/${registerId}/${record.SQ}`;
  const customer = [receipt?.Ctm?.Nam, receipt?.Ctm?.Nam2].filter(Boolean).join(', ');
  const { OprN: name, Opr: number } = receipt ?? {};
  const operator =
    name !== undefined && number !== undefined ? `${name} (${number})` : (name ?? number ?? '');
  const tags = (fiscal?.Tag ?? []).filter((tag) => tag.Value !== undefined);
  return (
    <>
      <PageTitle title={titleOf({ ...record, registerId })} steps={steps} />
      <Panel
        heading={t('archive.record')}
        {...(record._ === 'Sealed' && { intro: t('archive.sealedRecord') })}
        {...(record.Unreadable !== undefined && { intro: t('archive.unreadable') })}
      >
        <Facts>
          <Fact name={t('archive.date')}>{formatDocumentTime(receipt?.D ?? record.D, locale)}</Fact>
          <Fact name="SQ">{record.SQ}</Fact>
          {receipt?.FN !== undefined && <Fact name={t('archive.fn')}>{receipt.FN}</Fact>}
          {receipt?.TN !== undefined && (
            <Fact name={t('archive.tn')}>
              {[receipt.TL, receipt.TT, receipt.TN].filter((part) => part !== undefined).join(' / ')}
            </Fact>
          )}
          {customer !== '' && <Fact name={t('archive.customer')}>{customer}</Fact>}
          {receipt?.Ctm?.TaxId !== undefined && (
            <Fact name={t('archive.customerTaxId')}>{receipt.Ctm.TaxId}</Fact>
          )}
          {operator !== '' && <Fact name={t('archive.operator')}>{operator}</Fact>}
          {result?.RC !== undefined && (
            <Fact name={t('archive.result')}>
              {[result.RC, ...[result.Warning ?? []].flat()].join(' · ')}
            </Fact>
          )}
          {receipt?.T !== undefined && (
            <Fact name={t('archive.total')}>{formatMoney(receipt.T, currency ?? '', locale)}</Fact>
          )}
        </Facts>
        {receipt !== undefined && currency !== null && <PrintLinks path={`.${path}/Pdf`} />}
        {receipt !== undefined && <ReceiptLines receipt={receipt} />}
        {(tags.length > 0 || fiscal?.Code !== undefined) && (
          <>
            <Facts>
              {tags.map((tag, index) => (
                <Fact key={index} name={tag.Label ?? tag.Name ?? ''}>
                  {tag.Value}
                </Fact>
              ))}
            </Facts>
            {fiscal?.Code !== undefined && (
              <QrCode
                text={fiscal.Code}
                leastVersion={portalCountryOf(company.countryCode).leastQrVersion ?? 1}
              />
            )}
          </>
        )}
      </Panel>
      {fiscal?.EInvoice !== undefined && <EInvoicePanel path={path} />}
      {record._ === 'Tra' && receipt !== undefined && (
        <SingleReceiptPanel path={path} mayChange={permissionsOn(line, grants).has('ManageCompany')} />
      )}
      <Panel heading={t('archive.proof')} intro={t('archive.proofIntro')}>
        {batch !== null && (
          <Facts>
            <Fact name={t('archive.received')}>{timeText(batch.receivedTimestamp, locale)}</Fact>
            <Fact name={t('archive.batch')}>
              {batch.firstSq}–{batch.lastSq}
            </Fact>
            <Fact name={t('archive.digest')}>
              <CopyCode text={batch.digest} name={t('archive.digest')} />
            </Fact>
            <Fact name={t('archive.signature')}>
              <CopyCode text={batch.signature} name={t('archive.signature')} />
            </Fact>
          </Facts>
        )}
        <Fold summary={t('archive.line')}>
          <Code block>{JSON.stringify(record, null, 2)}</Code>
        </Fold>
      </Panel>
    </>
  );
}

/** A copy to print, on a roll or on sheets: the browser shows the file, prints and saves it. */
function PrintLinks({ path }: { path: string }) {
  const { t } = usePortalTexts();
  return (
    <Group component="p" gap="0.5rem 1.5rem">
      {(['80', 'a4'] as const).map((paper) => (
        <Anchor key={paper} href={`${path}?paper=${paper}`} target="_blank" rel="noreferrer">
          {t(`archive.print.${paper}`)}
        </Anchor>
      ))}
    </Group>
  );
}
