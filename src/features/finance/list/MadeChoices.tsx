/** The choices of a filter, whose code is loaded when first opened. */
import { loadOnce } from '../../../web/ui/overlay/lazy-code.client.ts';
import type { ChoicesProps } from './filter-texts.client.ts';

export const choices = loadOnce(() => import('./FilterChoices.tsx'));

type Props = ChoicesProps & { of: 'CategoryPanel' | 'DateChoices' | 'PropertyChoices'; onChosen?: () => void };

export function LazyChoices({ of, ...props }: Props) {
  const Choices = choices.now()?.[of];
  return Choices && <Choices {...props} />;
}
