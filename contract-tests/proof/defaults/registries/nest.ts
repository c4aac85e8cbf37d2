import 'reflect-metadata'
import type { AddressInfo } from 'node:net'
import { CACHE_MANAGER, type Cache, CacheInterceptor, CacheModule } from '@nestjs/cache-manager'
import { Controller, type ExecutionContext, Get, HttpException, Module, Post, Req, Res, UseInterceptors } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Request, Response } from 'express'
import type { Reply } from '../engine.ts'
import { readKey } from '../server.ts'
import type { Registry } from './registry.ts'
import { paths, readCaller, type ServeRegistry } from './serve-registry.ts'

/** Keeps manifests with the interceptor for caches, by their URL. It keeps the body of a response, and not its status. */
export const serve: ServeRegistry = async (registry, { mended }) => {
  const interceptor = mended.includes('cache') ? CacheByKey : CacheInterceptor
  const app = await NestFactory.create(createModule(createController(registry, { interceptor, mended })), {
    logger: false,
    forceCloseConnections: true,
  })
  if (mended.includes('cache')) registry.onPublication(() => app.get<Cache>(CACHE_MANAGER).clear())

  await app.listen(0, '127.0.0.1')
  return { url: `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`, close: () => app.close() }
}

/** Keeps each manifest by its URL and the key of its client. */
class CacheByKey extends CacheInterceptor {
  protected override trackBy(context: ExecutionContext): string | undefined {
    const { headers } = context.switchToHttp().getRequest<Request>()
    return `${super.trackBy(context)} ${headers.authorization}`
  }
}

function createModule(controller: new () => object): new () => object {
  class AppModule {}
  Module({ imports: [CacheModule.register({ ttl: 60_000 })], controllers: [controller] })(AppModule)
  return AppModule
}

interface ControllerOptions {
  readonly interceptor: typeof CacheInterceptor
  readonly mended: readonly string[]
}

// Node runs TypeScript without decorators, so that they are called as functions.
function createController(registry: Registry, { interceptor, mended }: ControllerOptions): new () => object {
  // An exception is not kept.
  const send = mended.includes('status') ? sendOrThrow : sendWithStatus

  class RegistryController {
    readManifest(request: Request, response: Response): unknown {
      return send(response, registry.readManifest(readKey(request.get('authorization'))))
    }

    readOrganizationManifest(request: Request, response: Response): unknown {
      const caller = readCaller((name) => request.get(name))
      return send(response, registry.readOrganizationManifest(String(request.params['orgId']), caller))
    }

    execute(request: Request, response: Response): unknown {
      return send(response, registry.execute(readKey(request.get('authorization')), request.body))
    }
  }

  UseInterceptors(interceptor)(RegistryController.prototype, 'readManifest', descriptorOf(RegistryController, 'readManifest'))
  addRoute(RegistryController, 'readManifest', Get(paths.publicManifest))
  addRoute(RegistryController, 'readOrganizationManifest', Get(paths.organizationManifest))
  addRoute(RegistryController, 'execute', Post(paths.execute))
  Controller()(RegistryController)
  return RegistryController
}

function addRoute(controller: new () => object, method: string, route: MethodDecorator): void {
  const { prototype } = controller
  Req()(prototype, method, 0)
  Res({ passthrough: true })(prototype, method, 1)
  route(prototype, method, descriptorOf(controller, method))
}

function descriptorOf(controller: new () => object, method: string): TypedPropertyDescriptor<unknown> {
  return Object.getOwnPropertyDescriptor(controller.prototype, method) as TypedPropertyDescriptor<unknown>
}

function sendWithStatus(response: Response, { body, status }: Reply): unknown {
  response.status(status)
  return body
}

function sendOrThrow(response: Response, reply: Reply): unknown {
  if (reply.status >= 400) throw new HttpException(Object(reply.body), reply.status)
  return sendWithStatus(response, reply)
}
