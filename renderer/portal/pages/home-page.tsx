import { Anchor } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { Hint } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { entityHash } from '../api/route.ts';
import { useSession } from '../api/session.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { CompaniesOverview } from './overview/companies-overview.tsx';
import { PageTitle } from './page-title.tsx';

/** What somebody with several roles, or with none, sees first. */
export function HomePage() {
  const { t } = usePortalTexts();
  const { user, grants } = useSession();
  const createIn = grants.find(
    ({ kind, permissions }) => kind === 'organization' && permissions.includes('ManageCompany'),
  );
  return (
    <>
      <PageTitle title={t('home.title', { name: user.name })} />
      {grants.some(({ kind }) => kind !== 'location') && (
        <CompaniesOverview organizationId={null} createIn={createIn?.entityId ?? null} />
      )}
      <Panel heading={t('home.grants')}>
        {grants.length === 0 ? (
          <Hint>{t('home.none')}</Hint>
        ) : (
          <WideTable caption={t('home.grants')} columns={[t('home.entity'), t('people.role')]} fit="short">
            {grants.map((grant) => (
              <Row key={`${grant.entityId} ${grant.role}`}>
                <Cell label={t('home.entity')}>
                  <Anchor href={entityHash(grant.kind, grant.entityId)}>{grant.name}</Anchor>
                </Cell>
                <Cell label={t('people.role')}>{t(`role.${grant.role}`)}</Cell>
              </Row>
            ))}
          </WideTable>
        )}
      </Panel>
    </>
  );
}
