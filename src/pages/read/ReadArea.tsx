import type { ReactNode } from 'react';
import { ErrorState } from '../../components/ErrorState';
import { Skeleton } from '../../components/Skeleton';
import { useErrorText } from '../../errors/useErrorText';
import type { ReadStatus } from './ReadStamp';

export interface ReadAreaProps {
  read: ReadStatus;
  /** True when there is data to paint, from the device or from the gateway. */
  hasData: boolean;
  skeleton: 'rows' | 'card' | 'hero';
  count?: number;
  /** Set: there is an answer, and it holds nothing. */
  empty?: ReactNode;
  children: ReactNode;
}

/**
 * The one place that decides what a part of a screen shows: known data at once; else a skeleton of the
 * final layout; else the reason with a retry in the place of the part that failed.
 */
export function ReadArea({ read, hasData, skeleton, count, empty, children }: ReadAreaProps) {
  const errorText = useErrorText();
  if (hasData) return <>{empty ?? children}</>;
  if (read.error && !read.isLoading) {
    return <ErrorState reason={errorText(read.error)} onRetry={() => void read.refresh()} busy={read.isRefreshing} />;
  }
  return <Skeleton shape={skeleton} count={count} />;
}
