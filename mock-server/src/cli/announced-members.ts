/** The members of the line of JSON that `serve --json` prints. */
export const announcedMembers = ['url', 'socket', 'pid', 'keys', 'workers', 'control', 'certificate'] as const
