-- The atomic steps of jobs. KEYS[1] is the prefix of a shard, such as `waybill:{0}:`: all keys of a shard
-- have the same hash tag. ARGV[1] is the time in milliseconds, or empty for the time of this server.
--
-- A job is known by its ref: 16 bytes of its ID, then its tenant. A queue is known by its tenant, a zero byte and
-- its name. Keys, after the prefix:
--   j:REF         hash of a job: s state, d draft, a<n> attempts, r result, f failure, t texts for lists
--   z:L:QUEUE     lane L of a queue: sorted set of waiting jobs by ready time, then by arrival
--   q:QUEUE       hash of a queue: paused, picks, running, dead
--   qs:TENANT     the queues of a tenant
--   b:QUEUE, bd:QUEUE, t:N:TENANT/TEXT   jobs by creation: of a queue, dead ones of a queue, with a text
--   run, dl       running jobs by the end of their lease, waiting jobs by their deadline
--   end:STATE, ev finished jobs by the time of their end; ev has those with events
--   e:REF         stream of the events of a job, with IDs attempt-sequence
--   req, reqx     request IDs, and those of pruned jobs by expiry
--   feed, gone    jobs by their last change, deleted jobs by the time of deletion
--   u:TENANT, n   use of a tenant; counters of the shard
--   news          stream of wake-ups, took: stream of the latest leases by the stamp of their call

local QUEUED, RUNNING, COMPLETED, CANCELLED, DEAD = 1, 2, 3, 5, 6
local ERROR, ENDED_CANCELLED, CRASHED, NO_ENDING = 1, 5, 6, 255
local LANES, LANE_STEP, AGING_EVERY, AGING_AFTER = 3, 64, 10, 30000
local ATTEMPTS_KEPT, STAMPS_KEPT = 100, 4
local NEWS_KEPT, LEASES_KEPT = 4096, 1024
local NEVER = 9007199254740992

-- Between the parts of a name; no part contains it.
local SEPARATOR = '\0'

local HEADER = '>BBBBI4I4I4I4I8I8I8I8I8I8I8I8I8I8I8I2c0I2c0I2c0I2c0'

local function clock(given)
  if given ~= '' then
    return tonumber(given)
  end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function pack(h)
  return struct.pack(HEADER, h.state, h.lane, h.cancel, h.events, h.attempt, h.generation, h.errors, h.crashes,
    h.created, h.runAt, h.updated, h.leaseUntil, h.started, h.ready, h.arrival, h.born, h.deadline, h.timeout,
    h.size, #h.queue, h.queue, #h.worker, h.worker, #h.request, h.request, #h.stamps, h.stamps)
end

-- A constructor with all fields allocates the table once.
local function unpackHeader(bytes)
  local state, lane, cancel, events, attempt, generation, errors, crashes, created, runAt, updated, leaseUntil, started,
    ready, arrival, born, deadline, timeout, size, queue, worker, request, stamps = struct.unpack(HEADER, bytes)
  return { state = state, lane = lane, cancel = cancel, events = events, attempt = attempt, generation = generation,
    errors = errors, crashes = crashes, created = created, runAt = runAt, updated = updated, leaseUntil = leaseUntil,
    started = started, ready = ready, arrival = arrival, born = born, deadline = deadline, timeout = timeout,
    size = size, queue = queue, worker = worker, request = request, stamps = stamps }
end

local function load(P, ref)
  local bytes = redis.call('HGET', P .. 'j:' .. ref, 's')
  return bytes and unpackHeader(bytes)
end

local function save(P, ref, h)
  redis.call('HSET', P .. 'j:' .. ref, 's', pack(h))
end

local function tenantOf(ref)
  return string.sub(ref, 17)
end

local function queueOf(ref, h)
  return tenantOf(ref) .. SEPARATOR .. h.queue
end

local function laneKey(P, lane, queue)
  return P .. 'z:' .. lane .. ':' .. queue
end

-- Within one millisecond members sort by arrival.
local function member(ref, h)
  return struct.pack('>I8I8', h.arrival, h.deadline) .. ref
end

-- Writes of one call to sorted sets, counters and the wake-ups, which are collected, because every command costs
-- time. Each job is in them once; `isolate` writes them before it comes again.
local function writes(P)
  return { P = P, removed = {}, added = {}, sums = {}, known = {}, news = {}, seen = {} }
end

local function pushTo(lists, key, one, other)
  local list = lists[key]
  if not list then
    list = {}
    lists[key] = list
  end
  list[#list + 1] = one
  if other then
    list[#list + 1] = other
  end
end

local function remove(w, key, one)
  pushTo(w.removed, key, one)
end

local function add(w, key, score, one)
  pushTo(w.added, key, score, one)
end

local function count(w, key, field, by)
  local sums = w.sums[key]
  if not sums then
    sums = {}
    w.sums[key] = sums
  end
  sums[field] = (sums[field] or 0) + by
end

-- A counter with the writes of this call.
local function counted(w, key, field)
  local known = w.known[key .. SEPARATOR .. field]
  if not known then
    known = tonumber(redis.call('HGET', key, field) or 0)
    w.known[key .. SEPARATOR .. field] = known
  end
  return known + (w.sums[key] and w.sums[key][field] or 0)
end

local function nextNumber(w)
  count(w, w.P .. 'n', 'number', 1)
  return counted(w, w.P .. 'n', 'number')
end

-- One entry tells all.
local function tell(w, kind, subject)
  w.news[#w.news + 1] = kind
  w.news[#w.news + 1] = subject
end

local function write(w)
  for key, list in pairs(w.removed) do
    redis.call('ZREM', key, unpack(list))
  end
  for key, list in pairs(w.added) do
    redis.call('ZADD', key, unpack(list))
  end
  for key, sums in pairs(w.sums) do
    for field, by in pairs(sums) do
      if by ~= 0 then
        redis.call('HINCRBY', key, field, by)
      end
    end
  end
  if #w.news > 0 then
    redis.call('XADD', w.P .. 'news', 'MAXLEN', '~', NEWS_KEPT, '*', unpack(w.news))
  end
  w.removed, w.added, w.sums, w.known, w.news, w.seen = {}, {}, {}, {}, {}, {}
end

-- Runs a function for each item that begins at one of these arguments, and writes. An item that fails, because its
-- job is damaged, does not keep the others from being written.
local function writeEach(w, first, last, step, run)
  local failure
  for i = first, last, step do
    local done, why = pcall(run, i)
    if not done then
      failure = failure or why
    end
  end
  write(w)
  if failure then
    error(failure, 0)
  end
end

local function isolate(w, ref)
  if w.seen[ref] then
    write(w)
  end
  w.seen[ref] = true
end

local function seen(h, now)
  return h.state == QUEUED and h.runAt > now and 0 or h.state
end

local function isWaiting(state)
  return state == 0 or state == QUEUED
end

local function isTerminal(state)
  return state >= COMPLETED
end

local function stamped(h, stamp)
  h.stamps = string.sub(stamp .. h.stamps, 1, STAMPS_KEPT * #stamp)
end

local function hasStamp(h, stamp)
  for at = 1, #h.stamps, #stamp do
    if string.sub(h.stamps, at, at + #stamp - 1) == stamp then
      return true
    end
  end
  return false
end

local function changed(w, ref)
  add(w, w.P .. 'feed', nextNumber(w), ref)
end

local function use(w, ref, h, sign)
  count(w, w.P .. 'n', 'live', sign)
  local tenant = w.P .. 'u:' .. tenantOf(ref)
  count(w, tenant, 'jobs', sign)
  count(w, tenant, 'bytes', sign * h.size)
end

-- Adds a job to the sets of its state, or takes it out of them.
local function enter(w, ref, h, now)
  local P, queue = w.P, queueOf(ref, h)
  if h.state == QUEUED then
    add(w, laneKey(P, h.lane, queue), h.ready, member(ref, h))
    if h.deadline > 0 then
      add(w, P .. 'dl', h.deadline, ref)
    end
  elseif h.state == RUNNING then
    add(w, P .. 'run', h.leaseUntil, ref)
    count(w, P .. 'q:' .. queue, 'running', 1)
  else
    add(w, P .. 'end:' .. h.state, now, ref)
    if h.events > 0 then
      add(w, P .. 'ev', now, ref)
    end
    if h.state == DEAD then
      add(w, P .. 'bd:' .. queue, h.born, ref)
      count(w, P .. 'q:' .. queue, 'dead', 1)
    end
  end
end

local function leave(w, ref, h)
  local P, queue = w.P, queueOf(ref, h)
  if h.state == QUEUED then
    remove(w, laneKey(P, h.lane, queue), member(ref, h))
    if h.deadline > 0 then
      remove(w, P .. 'dl', ref)
    end
  elseif h.state == RUNNING then
    remove(w, P .. 'run', ref)
    count(w, P .. 'q:' .. queue, 'running', -1)
  else
    remove(w, P .. 'end:' .. h.state, ref)
    if h.events > 0 then
      remove(w, P .. 'ev', ref)
    end
    if h.state == DEAD then
      remove(w, P .. 'bd:' .. queue, ref)
      count(w, P .. 'q:' .. queue, 'dead', -1)
    end
  end
end

local function textKeys(P, ref, bytes)
  local one, other = struct.unpack('>I2c0I2c0', bytes)
  local keys = {}
  if one ~= '' then
    keys[#keys + 1] = P .. 't:1:' .. tenantOf(ref) .. SEPARATOR .. one
  end
  if other ~= '' then
    keys[#keys + 1] = P .. 't:2:' .. tenantOf(ref) .. SEPARATOR .. other
  end
  return keys
end
