/**
 * One sheet of 30 kB (5 kB compressed) contains all nine drawings. Each colour is a single path, so that styling fifty
 * cards takes only a few milliseconds.
 */
import { cx } from '../display/cx.ts';
import sheet from './houses.svg?no-inline';
import { pickHouse } from './pick-house.ts';
import scenes from './scenes.svg?no-inline';

type Props = {
  /** The kind of house ('terraced'), which limits the drawings. */
  type: string;
  seed: string;
  /** The displayed size, which sets the line width: in a table row, on a card, or across a page. */
  size?: 'thumb' | 'card' | 'wide';
  className?: string;
};

const LINES = {
  thumb: '[--hair:2.4] [--thin:1.6]',
  card: '[--hair:0.85] [--thin:0.6]',
  wide: '[--hair:0.5] [--thin:0.35]',
} as const;

export function House({ type, seed, size = 'card', className }: Props) {
  return <Drawing href={`${sheet}#${pickHouse(type, seed)}`} className={cx(LINES[size], className)} />;
}

/** Drawings for empty lists in the same style: a van, a street that rises like a chart, a counter. */
export function Scene({ of }: { of: 'van' | 'chart' | 'bank' }) {
  return <Drawing href={`${scenes}#${of}`} className={LINES.card} />;
}

function Drawing({ href, className }: { href: string; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMax slice"
      className={cx('block aspect-video w-full bg-sky', className)}
    >
      <use href={href} />
    </svg>
  );
}
