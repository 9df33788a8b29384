/** The address that an invitation leads by: [Note: Invitation links] in src/app/launch.ts. */
export function invitationLink(code: string): string {
  return `${location.origin}/?invite=${encodeURIComponent(code)}`;
}
