/** The choices of a filter, whose code comes when one of them is opened. */
import { loadedOnce } from '../../../web/ui/overlay/when-opened.client.ts';
import type { ChoicesProps } from './filter-texts.client.ts';

/** What a panel with choices in it needs. */
export const choices = loadedOnce(() => import('./FilterChoices.tsx'));

type Props = ChoicesProps & { of: 'CategoryPanel' | 'DateChoices' | 'PropertyChoices'; onChosen?: () => void };

export function Made({ of, ...props }: Props) {
  const Choices = choices.now()?.[of];
  return Choices && <Choices {...props} />;
}
