import { idOf, kindOf, type Line, permissionsOn, useLine } from '../../api/entities.ts';
import type { Section } from '../../api/route.ts';
import { useSession } from '../../api/session.ts';
import type { EntityKind, Permission } from '../../api/types.ts';
import { ArchivePanels } from '../archive/archive-panels.tsx';
import { ConnectionPanels } from '../connection/connection-panels.tsx';
import { DigitalReceiptsPanels } from '../digital/digital-receipts-panels.tsx';
import { Loading } from '../loading.tsx';
import { PageTitle } from '../page-title.tsx';
import { AuditPanel } from '../people/audit-panel.tsx';
import { UsersPanels } from '../people/users-panels.tsx';
import { BaseDataPanels } from '../registers/base-data-panels.tsx';
import { LicencesPanels } from '../registers/licences-panels.tsx';
import { NotificationsPanel } from '../registers/notifications-panel.tsx';
import { RegistersPanel } from '../registers/registers-panel.tsx';
import { stepsTo } from '../steps.ts';
import { ContactsPanel } from './contacts-panel.tsx';
import { CreatePanel } from './create-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { OrganizationOverview } from '../overview/organization-overview.tsx';
import { ShopOverview } from '../overview/shop-overview.tsx';
import { PriceListsPanel } from '../prices/price-lists-panel.tsx';
import { StateMark } from './state-mark.tsx';
import { StatePanel } from './state-panel.tsx';
import { Tabs } from './tabs.tsx';

/** An organization, company or location. */
export function EntityPage({
  kind,
  id,
  section,
  registerId = null,
}: {
  kind: EntityKind;
  id: number;
  section: Section;
  /** Whose receipts are looked for. */
  registerId?: number | null;
}) {
  const line = useLine(kind, id, section);
  const { grants } = useSession();
  return (
    <Loading loaded={line}>
      {(value) => (
        <Shown line={value} section={section} registerId={registerId} may={permissionsOn(value, grants)} />
      )}
    </Loading>
  );
}

/** What every section is given. */
export interface SectionProps {
  line: Line;
  may: ReadonlySet<Permission>;
}

type ShownProps = SectionProps & { section: Section; registerId: number | null };

function Shown({ line, section, registerId, may }: ShownProps) {
  const { entity } = line;
  return (
    <>
      <PageTitle title={entity.name} steps={stepsTo(line)}>
        <StateMark entity={entity} />
      </PageTitle>
      <Tabs kind={kindOf(entity)} id={idOf(entity)} section={section} may={may} />
      <SectionOf line={line} may={may} section={section} registerId={registerId} />
    </>
  );
}

function SectionOf({ section, registerId, ...props }: ShownProps) {
  const { entity } = props.line;
  const id = idOf(entity);
  switch (section) {
    case 'overview':
      return kindOf(entity) === 'organization' ? (
        <OrganizationOverview {...props} />
      ) : (
        <ShopOverview {...props} />
      );
    case 'prices':
      return <PriceListsPanel />;
    case 'details':
      return (
        <>
          <DetailsPanel {...props} />
          <StatePanel {...props} />
        </>
      );
    case 'new-organization':
      return <CreatePanel key={section} kind="organization" parent={entity} />;
    case 'new-company':
      return <CreatePanel key={section} kind="company" parent={entity} />;
    case 'new-location':
      return <CreatePanel key={section} kind="location" parent={entity} />;
    case 'contacts':
      return <ContactsPanel {...props} />;
    case 'users':
      return <UsersPanels {...props} />;
    case 'keys':
      return <ConnectionPanels {...props} />;
    case 'audit':
      return <AuditPanel entityId={id} />;
    case 'registers':
      return <RegistersPanel {...props} />;
    case 'notifications':
      return <NotificationsPanel company={entity} />;
    case 'base-data':
      return <BaseDataPanels {...props} />;
    case 'licences':
      return <LicencesPanels {...props} />;
    case 'receipts':
      return <ArchivePanels key={registerId} {...props} registerId={registerId} />;
    case 'digital-receipts':
      return <DigitalReceiptsPanels {...props} />;
  }
}
