import { isObject } from '../../kernel/object.ts'

/** Whether an error comes from the operating system, e.g. ENOENT or EADDRINUSE. In Jest it is no instance of the global Error. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException => isObject(error) && 'syscall' in error
