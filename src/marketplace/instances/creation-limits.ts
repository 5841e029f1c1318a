import { templateRuntypes } from '../templates/schema.ts'

/** The smallest disk that can be rented, in GB. */
export const MIN_DISK_GB = 8

/** Least and most, $/hour. */
export const bids = { least: 0.001, most: 128 }

/** Runtypes that the contract does not show. */
export const furtherRuntypes = ['ssh_proxy', 'ssh_direct', 'jupyter_proxy', 'jupyter_direct'] as const
export const runtypes = [...templateRuntypes, ...furtherRuntypes] as const
