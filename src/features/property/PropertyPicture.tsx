import { useState } from 'react';
import { capitalise } from '../../shared/text.ts';
import { useMay, useToday } from '../../web/http/session.client.ts';
import { House } from '../../web/ui/brand/House.tsx';
import { Badge, StatusState } from '../../web/ui/display/Badge.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { complianceMarks } from '../compliance/marks.ts';
import { type PropertyStatus, STATUS_COLOURS } from './listed.ts';
import type { Property } from './property.ts';

/** Sizes in rows, cards and pages. The placeholder has the same proportions, so the layout does not shift. */
const SHOWN = {
  thumb: { file: 'thumb', width: 240, height: 135, shape: 'aspect-video' },
  card: { file: 'card', width: 960, height: 540, shape: 'absolute inset-0 h-full aspect-auto!' },
  wide: { file: 'card', width: 960, height: 480, shape: 'absolute inset-0 h-full aspect-auto!' },
} as const;

type Props = {
  property: Pick<Property, 'id' | 'propertyType' | 'imageUrl'>;
  size: keyof typeof SHOWN;
  /** Omitted where the address is next to the picture. */
  alt?: string;
  className?: string;
};

export function PropertyPicture({ property: { id, propertyType, imageUrl }, size, alt = '', className }: Props) {
  const [failed, setFailed] = useState<string>();
  const { file, width, height, shape } = SHOWN[size];
  if (!imageUrl || failed === imageUrl) {
    return <House type={propertyType} seed={id} size={size} className={cx(shape, className)} />;
  }
  const small = `${imageUrl}?size=${file}`;
  return (
    <img
      src={small}
      {...(size === 'wide' && { srcSet: `${small} 960w, ${imageUrl} 2560w`, sizes: '(min-width: 900px) 760px, 100vw' })}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={cx('block w-full bg-sunken object-cover', shape, className)}
      onError={() => setFailed(imageUrl)}
    />
  );
}

/** Roles that may not see tenants do not see 'Vacant', as they cannot know whether tenants live there. */
export function PropertyStatusBadge({ status }: { status: PropertyStatus }) {
  const seesPeople = useMay('people.see');
  if (status === 'vacant' && !seesPeople) return null;
  return <Badge tone={STATUS_COLOURS[status]}>{capitalise(status)}</Badge>;
}

type MarksProps = { property: Pick<Property, 'ends'>; as?: 'badges' | 'words'; max?: number; small?: boolean };

/** Compliance that needs attention, for example 'Gas expired' or '2 expiring'. */
export function ComplianceMarks({ property: { ends }, as = 'words', max = 2, small = false }: MarksProps) {
  const marks = complianceMarks(ends, useToday()).slice(0, max);
  return marks.map(({ state, words }) =>
    as === 'badges' ? (
      <Badge key={state} tone={state === 'expired' ? 'red' : 'amber'}>
        {words}
      </Badge>
    ) : (
      <StatusState key={state} state={state === 'expired' ? 'bad' : 'soon'} small={small}>
        {words}
      </StatusState>
    ),
  );
}
