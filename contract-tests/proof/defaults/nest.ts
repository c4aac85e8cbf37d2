import 'reflect-metadata'
import type { AddressInfo } from 'node:net'
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  HttpCode,
  Module,
  Post,
  Req,
  Res,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Request, Response } from 'express'
import type { Engine } from './engine.ts'
import { readKey, type Serve } from './server.ts'

const PATH = 'api/v2/external/flows/:flowId/published-run'

// Node runs TypeScript without decorators, so that they are called as functions.
export const serve: Serve = async (engine, { mended }) => {
  const module = createModule(createController(engine, mended))
  const app = await NestFactory.create(module, { logger: false, forceCloseConnections: true })

  await app.listen(0, '127.0.0.1')
  return { url: `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`, close: () => app.close() }
}

function createModule(controller: new () => object): new () => object {
  class AppModule {}
  Module({ controllers: [controller] })(AppModule)
  return AppModule
}

/** A guard that returns false makes Nest respond with 403. */
function createGuard(mended: readonly string[]): new () => CanActivate {
  return class KeyGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const { headers } = context.switchToHttp().getRequest()
      const hasKey = readKey(headers.authorization) !== undefined
      if (!hasKey && mended.includes('guard')) throw new UnauthorizedException()
      return hasKey
    }
  }
}

function createController(engine: Engine, mended: readonly string[]): new () => object {
  class RunController {
    async run(request: Request, response: Response): Promise<unknown> {
      const flowId = String(request.params['flowId'])
      const given = await engine.run({ flowId, key: readKey(request.get('authorization')), body: request.body })
      // Nest responds to a POST with 201, unless the handler or a decorator sets another status.
      if (given.status >= 400 || given.status === 202) response.status(given.status)
      return given.body
    }
  }
  const { prototype } = RunController
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'run') as TypedPropertyDescriptor<unknown>
  Req()(prototype, 'run', 0)
  Res({ passthrough: true })(prototype, 'run', 1)
  Post(PATH)(prototype, 'run', descriptor)
  if (mended.includes('status')) HttpCode(200)(prototype, 'run', descriptor)
  UseGuards(createGuard(mended))(prototype, 'run', descriptor)
  Controller()(RunController)
  return RunController
}
