/** Claims without a demonstration and without a page, with the reason why their entries keep them. */
export const unverified: Readonly<Record<string, string>> = {
  'MySQL: utf8mb3 in non-strict mode':
    'Reports describe a question mark, or a text that ends before the character. No page states when MySQL does which.',
}
