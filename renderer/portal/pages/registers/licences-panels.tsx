import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { CopyCode } from '../../../components/copy-code.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { Empty, Loading } from '../loading.tsx';
import { LicenceDialog } from './licence-dialog.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { PurchasesPanel } from './purchases-panel.tsx';
import type { License, Product, Products, Register } from './types.ts';

const TONES = { Active: 'good', Ending: 'look', Ended: 'plain' } as const;

/** What a company has bought, and for which registers it is. */
export function LicencesPanels({ line: { entity }, may }: SectionProps) {
  const { t, language } = usePortalTexts();
  const id = idOf(entity);
  const licences = useAsk<{ licenses: License[] }>(`/Company/${id}/Licenses`);
  const [{ value: products }] = useAsk<Products>(`/Product?languageCode=${language}`);
  const [{ value: registers }] = useAsk<{ registers: Register[] }>(`/Company/${id}/Registers`);
  const [isBuying, setBuying] = useState(false);
  // Without a price nothing is for sale.
  const onSale = (products?.products ?? []).filter(
    ({ price, countries }) =>
      price !== null && (countries === null || countries.includes(entity.countryCode ?? '')),
  );
  return (
    <>
      <Panel heading={t('section.licences')} intro={t('licences.intro')}>
        <Loading loaded={licences}>
          {({ licenses: all }) =>
            all.length === 0 ? (
              <Empty>{t('licences.none')}</Empty>
            ) : (
              <Licences
                companyId={id}
                licences={all}
                products={products?.products ?? []}
                registers={registers?.registers ?? []}
                mayAssign={may.has('ManageRegister') && entity.state !== 'Deactivated'}
                mayEnd={may.has('Purchase')}
              />
            )
          }
        </Loading>
        {may.has('Purchase') && entity.state !== 'Deactivated' && onSale.length > 0 && (
          <Group gap="xs">
            <Button onClick={() => setBuying(true)}>{t('licences.buy')}</Button>
          </Group>
        )}
        {isBuying && (
          <PurchaseDialog
            company={entity}
            products={onSale}
            terms={products?.terms ?? null}
            onClose={() => setBuying(false)}
          />
        )}
      </Panel>
      {may.has('ManageBill') && <PurchasesPanel companyId={id} products={products?.products ?? []} />}
    </>
  );
}

function Licences({
  companyId,
  licences,
  products,
  registers,
  mayAssign,
  mayEnd,
}: {
  companyId: number;
  licences: readonly License[];
  products: readonly Product[];
  registers: readonly Register[];
  mayAssign: boolean;
  mayEnd: boolean;
}) {
  const { t, locale } = usePortalTexts();
  const [asked, setAsked] = useState<{ action: 'assign' | 'end'; licence: License } | null>(null);
  const productName = ({ productId }: License) =>
    products.find((product) => product.productId === productId)?.name ?? String(productId);
  const registerName = (id: number) => {
    const register = registers.find(({ registerId }) => registerId === id);
    return register === undefined ? String(id) : (register.name ?? register.registerNumber);
  };
  const columns = [t('licences.product'), t('licences.key'), t('kind.register'), t('licences.state')];
  return (
    <>
      <WideTable
        caption={t('section.licences')}
        columns={columns}
        actions={mayAssign || mayEnd ? t('common.actions') : undefined}
      >
        {licences.map((licence) => {
          const { licenseId, licenseKey, registerId, endsTimestamp, state } = licence;
          return (
            <Row key={licenseId}>
              <Cell label={t('licences.product')}>{productName(licence)}</Cell>
              <Cell label={t('licences.key')}>
                <CopyCode text={licenseKey} name={t('licences.key')} />
              </Cell>
              <Cell label={t('kind.register')}>
                {registerId === null ? t('licences.free') : registerName(registerId)}
              </Cell>
              <Cell label={t('licences.state')}>
                <Mark tone={TONES[state]}>
                  {t(`licences.states.${state}`, {
                    date: timeText(endsTimestamp, locale),
                  })}
                </Mark>
              </Cell>
              {(mayAssign || mayEnd) && (
                <Cell label={t('common.actions')} actions>
                  {mayAssign && state !== 'Ended' && (
                    <Button
                      variant="subtle"
                      aria-label={t('licences.assignOf', { name: productName(licence) })}
                      onClick={() => setAsked({ action: 'assign', licence })}
                    >
                      {t('licences.assign')}
                    </Button>
                  )}
                  {mayEnd && state === 'Active' && (
                    <Button
                      variant="subtle"
                      aria-label={t('licences.endOf', { name: productName(licence) })}
                      onClick={() => setAsked({ action: 'end', licence })}
                    >
                      {t('licences.end')}
                    </Button>
                  )}
                </Cell>
              )}
            </Row>
          );
        })}
      </WideTable>
      {asked?.action === 'assign' && (
        <LicenceDialog
          companyId={companyId}
          licence={asked.licence}
          name={productName(asked.licence)}
          registers={registers}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.action === 'end' && (
        <ConfirmDialog
          heading={t('licences.endOf', { name: productName(asked.licence) })}
          submit={t('licences.end')}
          color="red"
          action={() =>
            ask(`/Company/${companyId}/License/${asked.licence.licenseId}/End`, { method: 'PUT' })
          }
          done={t('licences.isEnded')}
          onClose={() => setAsked(null)}
        >
          <p>{t('licences.endText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
