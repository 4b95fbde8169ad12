import { List } from '@mantine/core';

/** What will be the case afterwards, point by point. */
export function Consequences({ texts }: { texts: string[] }) {
  return (
    <List>
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}
