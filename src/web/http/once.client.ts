/** What a button begins, once: two presses can come before the first has made the button busy. */
import type { UseMutateFunction } from '@tanstack/react-query';
import { useRef } from 'react';

/** The same as `mutate`, and nothing while what it began is under way. */
export function useOnce<Output, Input>(mutate: UseMutateFunction<Output, Error, Input>): (input: Input) => void {
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
