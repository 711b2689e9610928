/** Guards a mutation against a double click, whose second click may precede the busy state. */
import type { UseMutateFunction } from '@tanstack/react-query';
import { useRef } from 'react';

export function useSingleFlight<Output, Input>(
  mutate: UseMutateFunction<Output, Error, Input>,
): (input: Input) => void {
  const inFlight = useRef(false);
  return (input) => {
    if (inFlight.current) return;
    inFlight.current = true;
    mutate(input, {
      onSettled: () => {
        inFlight.current = false;
      },
    });
  };
}
