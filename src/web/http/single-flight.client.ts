/** Guards a mutation against a double click, which can come before the button is busy. */
import type { UseMutateFunction } from '@tanstack/react-query';
import { useRef } from 'react';

/** `mutate`, ignoring calls while one is in progress. */
export function useSingleFlight<Output, Input>(
  mutate: UseMutateFunction<Output, Error, Input>,
): (input: Input) => void {
  const underWay = useRef(false);
  return (input) => {
    if (underWay.current) return;
    underWay.current = true;
    mutate(input, {
      onSettled: () => {
        underWay.current = false;
      },
    });
  };
}
