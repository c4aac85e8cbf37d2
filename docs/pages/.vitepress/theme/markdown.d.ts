declare module '*.md' {
  import type { Component } from 'vue'

  /** A page that VitePress compiles to a component. */
  const page: Component
  export default page
}
