/** The requirement that names a refused manifest, by status. */
export const manifestRequirements = {
  400: 'MAN-EMPTY',
  401: 'HOST-401',
  403: 'ORG-SESSION',
  404: 'PRODUCT-SEGMENT',
  429: 'LIMIT-429',
}
