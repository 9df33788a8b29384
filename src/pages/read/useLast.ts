import { useState } from 'react';

/** The latest value that was there: a sheet keeps showing its record while it slides away. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
