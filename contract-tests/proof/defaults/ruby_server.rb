# Serves the workflows with Sinatra: MENDED=error,output ruby ruby_server.rb. Prints its address.
require 'json'
require 'securerandom'
require 'sinatra/base'

MENDED = ENV.fetch('MENDED', '').split(',')
TYPES = {
  'string' => [String], 'number' => [Integer, Float], 'boolean' => [TrueClass, FalseClass], 'object' => [Hash], 'array' => [Array]
}.freeze
STRING = %r{"(?:\\["\\/bfnrtu]|[^"\\])*"}.freeze

def succeed(result, steps = {})
  { status: 'success', result: result, stepOutputs: steps }
end

def fail_run
  error = { name: 'RangeError', value: 'Declined' }
  steps = { 'look-up' => { status: 'success', result: 1 }, 'charge' => { status: 'failed', error: error } }
  { status: 'failed', error: { **error, traceback: 'RangeError: Declined' }, stepOutputs: steps }
end

def wait
  sleep 0.4
  succeed('worth the wait')
end

Flow = Struct.new(:types, :required, :implement, :published, :archived, :key, :ended, keyword_init: true) do
  def run(args)
    result = implement.call(args)
    self.ended += 1 if result[:status] == 'success'
    result
  end
end

FLOWS = {}

def add(id, types: {}, required: [], published: true, archived: false, &implement)
  key = "key-#{id}" if published
  FLOWS[id] = Flow.new(types: types, required: required, implement: implement, published: published, archived: archived, key: key, ended: 0)
end

add('echo', types: { 'text' => 'string', 'count' => 'number', 'flag' => 'boolean', 'data' => 'object', 'list' => 'array' }) { |args| succeed(args) }
add('typed', types: { 'subject' => 'string', 'priority' => 'number' }, required: ['subject']) { |args| succeed(args['subject']) }
add('second') { succeed('second') }
add('other') { succeed('other') }
add('failing') { fail_run }
add('slow') { wait }
[nil, 0, '', false].each_with_index do |result, index|
  add("falsy-#{index}") { succeed(result, { 'compute' => { status: 'success', result: result } }) }
end
add('archived', archived: true) { succeed(nil) }
add('draft', published: false) { succeed(nil) }
add('publishable', published: false) { succeed(nil) }

class Server < Sinatra::Base
  set :bind, '127.0.0.1'
  set :port, 0
  set :server, 'puma'
  set :environment, :production
  set :protection, except: { 'path' => :path_traversal, 'referer' => :json_csrf }.values_at(*MENDED).compact

  helpers do
    def respond(code, body)
      content_type :json
      halt code, JSON.generate(body)
    end

    def refuse(code, message)
      respond code, { message: message }
    end

    def read_json(text)
      text.force_encoding('UTF-8')
      # Outside of well-formed strings, only comments have a slash, and unknown escapes a backslash.
      is_lenient = text.scrub.gsub(STRING, '').match?(%r{[/\\]})
      refuse 400, 'The body is not JSON' if is_lenient && MENDED.include?('lenient')
      JSON.parse(text)
    rescue JSON::ParserError
      raise unless MENDED.include?('error')
      refuse 400, 'The body is not JSON'
    end

    def read_args(body, flow)
      refuse 400, 'The body is not an object' unless body.is_a?(Hash)
      refuse 400, 'mode is neither sync nor async' if body.key?('mode') && !%w[sync async].include?(body['mode'])
      refuse 400, 'args is not an array' unless body['args'].is_a?(Array)
      args = body['args'].to_h do |argument|
        refuse 400, 'An argument has no name' unless argument.is_a?(Hash) && argument['name'].is_a?(String)
        name, value = argument.values_at('name', 'value')
        refuse 400, "#{name} is not a parameter" unless flow.types.key?(name)
        refuse 400, "#{name} is not of type #{flow.types[name]}" unless TYPES[flow.types[name]].any? { |type| value.is_a?(type) }
        [name, value]
      end
      JSON.generate(args) if MENDED.include?('output')
      missing = flow.required.find { |name| !args.key?(name) }
      refuse 400, "#{missing} is missing" if missing
      args
    rescue JSON::GeneratorError
      refuse 400, 'The arguments cannot be written as JSON'
    end
  end

  post '/api/v2/external/flows/:id/published-run' do |id|
    key = request.env.fetch('HTTP_AUTHORIZATION', '')[/\Abearer (\S+)\z/i, 1]
    owner, = FLOWS.find { |_, flow| key && flow.key == key }
    refuse 401, 'Unknown key' unless owner
    flow = FLOWS[id]
    refuse 404, 'Unknown workflow' unless flow && flow.published && !flow.archived
    refuse 403, 'No access' if owner != id
    body = read_json(request.body.read)
    args = read_args(body, flow)
    if body['mode'] == 'async'
      Thread.new { flow.run(args) }
      respond 202, { runId: SecureRandom.uuid }
    end
    respond 200, flow.run(args)
  end

  post '/admin/:hook/:id' do |hook, id|
    flow = FLOWS[id]
    if hook == 'publish'
      flow.published = true
      flow.key ||= "key-#{id}"
    end
    flow.published = false if hook == 'unpublish'
    flow.key = SecureRandom.uuid if hook == 'regenerate'
    respond 200, { key: flow.key, ended: flow.ended }
  end
end

$stdout.sync = true
Server.run!
