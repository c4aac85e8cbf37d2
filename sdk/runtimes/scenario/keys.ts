/** The keys that the scenario uses; those of the server's sample world. */
export const keys = {
  echo: 'wfk_echo',
  'charge-card': 'wfk_charge_card',
  slow: 'wfk_slow',
  registry: 'thk_acme_default',
} as const

/** Where the server answers one request a window only. */
export const LIMITED = '/limited'

/** The window, in milliseconds. */
export const WINDOW = 1000
