import { existsSync } from 'node:fs'

const FILES = ['yaml', 'json', 'ts'].map((ending) => `rental-sim.config.${ending}`)

/** The config files of the working folder. More than one cannot be used. */
export const configFiles = (): readonly string[] => FILES.filter((file) => existsSync(file))

/** Whether `RENTAL_SIM_NO_CONFIG` says that a config is left alone. */
export const isConfigOff = (env: Readonly<Record<string, string | undefined>>): boolean =>
  !/^(0|false|no|off|)$/i.test(env['RENTAL_SIM_NO_CONFIG'] ?? '')
