import { idOf, kindOf, type Line } from '../api/entities.ts';
import { entityHash } from '../api/route.ts';

/** A step on the way down to what is shown. */
export interface Step {
  name: string;
  href: string;
}

/** The way down to an entity. */
export function stepsTo({ above }: Line): Step[] {
  return above.map((entity) => ({ name: entity.name, href: entityHash(kindOf(entity), idOf(entity)) }));
}

/** The same with the entity itself, for what is in it. */
export function stepsInto(line: Line): Step[] {
  const { entity } = line;
  return [...stepsTo(line), { name: entity.name, href: entityHash(kindOf(entity), idOf(entity)) }];
}
