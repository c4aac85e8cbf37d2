/**
 * Prints a text and a line feed on standard output. Commands that start no server print with it, since it reports output that
 * cannot be written. A server prints with the console instead, because it continues without its output.
 */
export type Print = (text: string) => void
