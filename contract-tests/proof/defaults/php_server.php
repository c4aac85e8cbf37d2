<?php
// Serves the workflows: php -S 127.0.0.1:0 php_server.php. The workers share their state in the file STATE.

const TYPES = [
    'echo' => ['text' => 'string', 'count' => 'number', 'flag' => 'boolean', 'data' => 'object', 'list' => 'array'],
    'typed' => ['subject' => 'string', 'priority' => 'number'],
];
const REQUIRED = ['typed' => ['subject']];

/** Returns whether the default of a name is mended. */
function is_mended(string $name): bool
{
    return in_array($name, explode(',', getenv('MENDED') ?: ''), true);
}

function open_state(): PDO
{
    $state = new PDO('sqlite:' . getenv('STATE'), options: [PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
    $state->exec('CREATE TABLE IF NOT EXISTS flows (id TEXT PRIMARY KEY, api_key TEXT, published INT, archived INT, ended INT)');
    if ($state->query('SELECT count(*) FROM flows')->fetchColumn() > 0) return $state;

    $insert = $state->prepare('INSERT OR IGNORE INTO flows VALUES (?, ?, ?, ?, 0)');
    $published = ['echo', 'typed', 'second', 'other', 'failing', 'slow', 'falsy-0', 'falsy-1', 'falsy-2', 'falsy-3'];
    foreach ($published as $id) $insert->execute([$id, "key-$id", 1, 0]);
    $insert->execute(['archived', 'key-archived', 1, 1]);
    foreach (['draft', 'publishable'] as $id) $insert->execute([$id, null, 0, 0]);
    return $state;
}

function respond(int $status, mixed $body): never
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body, JSON_THROW_ON_ERROR);
    exit;
}

function refuse(int $status, string $message): never
{
    respond($status, ['message' => $message]);
}

/** An empty array is written as a list, unless it is converted to an object. */
function as_object(array $members): array|object
{
    return is_mended('empty') ? (object) $members : $members;
}

function succeed(mixed $result, array $steps = []): array
{
    return ['status' => 'success', 'result' => $result, 'stepOutputs' => as_object($steps)];
}

function fail(): array
{
    $error = ['name' => 'RangeError', 'value' => 'Declined'];
    $steps = ['look-up' => ['status' => 'success', 'result' => 1], 'charge' => ['status' => 'failed', 'error' => $error]];
    return ['status' => 'failed', 'error' => [...$error, 'traceback' => 'RangeError: Declined'], 'stepOutputs' => $steps];
}

function perform(PDO $state, string $flow, array $args): array
{
    if ($flow === 'failing') return fail();
    if ($flow === 'slow') usleep(400_000);
    $results = ['echo' => as_object($args), 'typed' => $args['subject'] ?? null, 'slow' => 'worth the wait'];
    $results += ['falsy-0' => null, 'falsy-1' => 0, 'falsy-2' => '', 'falsy-3' => false, 'second' => 'second', 'other' => 'other'];
    $result = $results[$flow] ?? null;
    $steps = str_starts_with($flow, 'falsy') ? ['compute' => ['status' => 'success', 'result' => $result]] : [];
    $state->prepare('UPDATE flows SET ended = ended + 1 WHERE id = ?')->execute([$flow]);
    return succeed($result, $steps);
}

/** Reads JSON objects as arrays, which are lists as well. */
function read_body(): mixed
{
    $text = file_get_contents('php://input');
    if (!is_mended('arrays')) return json_decode($text, true);

    $body = json_decode($text);
    if (!is_object($body) || !is_array($body->args ?? null)) return null;
    $args = array_map(fn ($argument) => is_object($argument) ? (array) $argument : null, $body->args);
    return [...(array) $body, 'args' => $args];
}

function has_type(mixed $value, string $type): bool
{
    return match ($type) {
        'string' => is_string($value),
        'number' => is_int($value) || is_float($value),
        'boolean' => is_bool($value),
        'object' => is_object($value) || (is_array($value) && !array_is_list($value)),
        'array' => is_array($value) && array_is_list($value),
    };
}

function read_args(mixed $body, string $flow): array
{
    if (!is_array($body) || !is_array($body['args'] ?? null)) refuse(400, 'args is not an array');
    $has_mode = is_mended('null') ? array_key_exists('mode', $body) : isset($body['mode']);
    $is_known = $has_mode && in_array($body['mode'], ['sync', 'async'], is_mended('loose'));
    if ($has_mode && !$is_known) refuse(400, 'mode is neither sync nor async');

    $is_finite = json_encode($body) !== false;
    if (!$is_finite && is_mended('infinity')) refuse(400, 'A number is too large');

    $args = [];
    foreach ($body['args'] as $argument) {
        $name = $argument['name'] ?? null;
        if (!is_string($name)) refuse(400, 'An argument has no name');
        $type = TYPES[$flow][$name] ?? refuse(400, "$name is not a parameter");
        if (!has_type($argument['value'] ?? null, $type)) refuse(400, "$name is not of type $type");
        $args[$name] = $argument['value'];
    }
    foreach (REQUIRED[$flow] ?? [] as $name) isset($args[$name]) || refuse(400, "$name is missing");
    return $args;
}

function run(PDO $state, string $flow_id): never
{
    preg_match('/^bearer (\S+)$/i', $_SERVER['HTTP_AUTHORIZATION'] ?? '', $match);
    $find = $state->prepare('SELECT * FROM flows WHERE api_key = ?');
    $find->execute([$match[1] ?? '']);
    $owner = $find->fetch();
    // Until the statement is closed, it keeps its lock of the database.
    if (is_mended('lock')) $find->closeCursor();
    if (!$owner) refuse(401, 'Unknown key');

    $find = $state->prepare('SELECT * FROM flows WHERE id = ? AND published AND NOT archived');
    $find->execute([$flow_id]);
    $flow = $find->fetch();
    if (is_mended('lock')) $find->closeCursor();
    if (!$flow) refuse(404, 'Unknown workflow');
    if ($owner['id'] !== $flow_id) refuse(403, 'No access');

    $body = read_body();
    $args = read_args($body, $flow_id);
    if (($body['mode'] ?? 'sync') === 'sync') respond(200, perform($state, $flow_id, $args));

    // A request has no background in PHP: another process runs the job.
    $job = tempnam(sys_get_temp_dir(), 'job');
    file_put_contents($job, serialize([$flow_id, $args]));
    exec('php ' . escapeshellarg(__FILE__) . " $job >/dev/null 2>&1 &");
    respond(202, ['runId' => bin2hex(random_bytes(16))]);
}

function change_flow(PDO $state, string $hook, string $id): never
{
    $changes = [
        'publish' => "UPDATE flows SET published = 1, api_key = coalesce(api_key, 'key-' || id) WHERE id = ?",
        'unpublish' => 'UPDATE flows SET published = 0 WHERE id = ?',
        'regenerate' => 'UPDATE flows SET api_key = lower(hex(randomblob(16))) WHERE id = ?',
    ];
    if (isset($changes[$hook])) $state->prepare($changes[$hook])->execute([$id]);
    respond(200, $state->query('SELECT api_key AS key, ended FROM flows WHERE id = ' . $state->quote($id))->fetch());
}

if (PHP_SAPI === 'cli') {
    [$flow, $args] = unserialize(file_get_contents($argv[1]));
    unlink($argv[1]);
    exit(perform(open_state(), $flow, $args)['status'] === 'success' ? 0 : 1);
}
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (preg_match('#^/admin/([^/]+)/([^/]+)$#', $path, $match)) change_flow(open_state(), $match[1], $match[2]);
if (!preg_match('#^/api/v2/external/flows/([^/]+)/published-run$#', $path, $match)) refuse(404, 'Unknown path');
if ($_SERVER['REQUEST_METHOD'] !== 'POST') refuse(405, 'Only POST is allowed');
run(open_state(), rawurldecode($match[1]));
