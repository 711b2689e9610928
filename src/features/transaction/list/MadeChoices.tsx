/** The choices of a filter, whose code is loaded when first opened. */
import { loadedOnce } from '../../../web/ui/overlay/when-opened.client.ts';
import type { ChoicesProps } from './filter-texts.client.ts';

export const choices = loadedOnce(() => import('./FilterChoices.tsx'));

type Props = ChoicesProps & { of: 'CategoryPanel' | 'DateChoices' | 'PropertyChoices'; onChosen?: () => void };

export function Made({ of, ...props }: Props) {
  const Choices = choices.now()?.[of];
  return Choices && <Choices {...props} />;
}
