/** Addresses of a documentation page or a source file that confirms a claim, by claim. */
export type PagesByClaim = Readonly<Record<string, string>>
