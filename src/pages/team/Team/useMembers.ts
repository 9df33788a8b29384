import { useDeferredValue, useMemo } from 'react';
import { teamMembers, type TeamGeneration, type TeamMember } from '../../../../contract/calls/team';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { ListCallState, SearchCallState } from '../../../bridge/types';
import { useListCall } from '../../../bridge/useListCall';
import { useSearch } from '../../../bridge/useSearch';

export interface MemberFilters {
  generation: TeamGeneration | 'all';
  text: string;
}

const GENERATIONS: readonly TeamGeneration[] = ['1', '2'];

export const NO_FILTERS: MemberFilters = { generation: 'all', text: '' };

/** The filters live in the address, so they survive the way back. */
export function useMemberFilters(): { filters: MemberFilters; show: (next: MemberFilters) => void } {
  const { replace } = useNavigation();
  const asked = useQuery('generation');
  const generation = GENERATIONS.find((one) => one === asked) ?? 'all';
  const text = useQuery('text') ?? '';
  const filters = useMemo((): MemberFilters => ({ generation, text }), [generation, text]);
  const show = (next: MemberFilters) =>
    replace(paths.team, {
      generation: next.generation === 'all' ? undefined : next.generation,
      text: next.text === '' ? undefined : next.text,
    });
  return { filters, show };
}

export interface MemberList {
  list: ListCallState<TeamMember>;
  /** The search of which `list` is the rows. */
  search?: SearchCallState<TeamMember>;
}

/** Members that pass the filters: the whole list as it comes, or a search through those that the device keeps. */
export function useMembers(filters: MemberFilters): MemberList {
  // A chip answers the finger at once, its list follows.
  const { generation, text } = useDeferredValue(filters);
  const isSearch = generation !== 'all' || text.trim() !== '';
  const list = useListCall(teamMembers, {}, { enabled: !isSearch });
  const query = {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(generation === 'all' ? {} : { tag: generation }),
  };
  const search = useSearch(teamMembers, {}, query, { enabled: isSearch });
  return isSearch ? { list: search, search } : { list };
}
