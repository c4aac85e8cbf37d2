import type { Meta, StoryObj } from '@storybook/react-vite'
import { type MockService, sampleKeys } from '@wfhost/mock-server'
import { expect } from 'storybook/test'
import { RunButton } from './run-button'

const echo = { apiKey: sampleKeys.workflows.echo, flowId: 'echo', args: { text: 'Hello' } }
const charge = { apiKey: sampleKeys.workflows['charge-card'], flowId: 'charge-card', args: { amount: 5 } }

const meta: Meta<typeof RunButton> = { component: RunButton, args: echo }

export default meta

type Story = StoryObj<typeof RunButton>

export const Succeeds: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await expect(await canvas.findByText('{"text":"Hello"}')).toBeVisible()
  },
}

export const Fails: Story = {
  args: charge,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await expect(await canvas.findByText('Failed: The card was declined for 5')).toBeVisible()
  },
}

export const OneAMinute: Story = {
  parameters: { world: (mock: MockService): void => mock.setRateLimit({ requests: 1, windowMs: 60_000 }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await expect(await canvas.findByText('{"text":"Hello"}')).toBeVisible()
    await userEvent.click(canvas.getByRole('button'))
    await expect(await canvas.findByText(/^Again in \d+ s$/)).toBeVisible()
  },
}
