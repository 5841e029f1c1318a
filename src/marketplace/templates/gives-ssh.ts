interface Connection {
  readonly runtype?: string
  readonly ssh_direct?: boolean
  readonly use_ssh?: boolean
}

/** Whether what is launched this way can be reached by SSH, directly or through a proxy. */
export const givesSsh = ({ runtype, ssh_direct, use_ssh }: Connection): boolean =>
  runtype?.startsWith('ssh') === true || ssh_direct === true || use_ssh === true
