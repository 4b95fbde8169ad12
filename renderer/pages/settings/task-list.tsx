import { Anchor } from '@mantine/core';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { NavBar, NavBarLink } from '../../components/nav-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { Soft } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { TASKS, type Task } from './tasks.ts';
import classes from './task-list.module.css';

const hashOf = (task: Task) => `${PAGE_HASH.settings}/${task}`;

/** What there is to set, by what somebody wants to do. */
export function TaskList({ links }: { links: readonly { href: string; name: string; text: string }[] }) {
  const { t } = useTexts();
  const all = [
    ...TASKS.map((task) => ({
      href: hashOf(task),
      name: t(`settings.task.${task}.name`),
      text: t(`settings.task.${task}.text`),
    })),
    ...links,
  ];
  return (
    <Panel heading={t('settings.tasks')}>
      <ul className={classes.tasks}>
        {all.map(({ href, name, text }) => (
          <li key={href}>
            <Anchor className={classes.task ?? ''} href={href} underline="never">
              <span className={classes.name}>{name}</span>
              <Soft>{text}</Soft>
            </Anchor>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The way between the tasks. */
export function TaskBar({ current }: { current: Task }) {
  const { t } = useTexts();
  return (
    <NavBar label={t('settings.tasks')} isSmall>
      <NavBarLink href={PAGE_HASH.settings} isCurrent={false}>
        {t('settings.allTasks')}
      </NavBarLink>
      {TASKS.map((task) => (
        <NavBarLink key={task} href={hashOf(task)} isCurrent={task === current}>
          {t(`settings.task.${task}.name`)}
        </NavBarLink>
      ))}
    </NavBar>
  );
}
