import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  addons: ['@storybook/addon-vitest'],
  stories: ['../src/**/*.stories.tsx'],
  staticDirs: ['../public'],
}

export default config
