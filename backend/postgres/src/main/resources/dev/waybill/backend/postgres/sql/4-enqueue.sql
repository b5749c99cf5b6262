-- Enqueues a job in the transaction of the caller: it is visible once that commits. The function has the rights of its
-- owner, so a program needs no access to tables.

create function {enqueue}(
  type text,
  payload bytea default '',
  queue text default 'default',
  tenant text default 'default',
  priority text default 'normal',
  request_id text default null,
  correlation_id text default null,
  key text default null,
  tags text[] default null,
  delay interval default null,
  run_at timestamptz default null,
  deadline timestamptz default null,
  timeout interval default null,
  retry bytea default null,
  trace_context text default null
) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  ms bigint;
  number bigint;
  queue_n int;
  lane smallint;
  job uuid;
  known uuid;
  asked bigint := (extract(epoch from run_at) * 1000)::bigint;
  wait bigint := (extract(epoch from delay) * 1000)::bigint;
  ready bigint;
begin
  if type is null or char_length(type) not between 1 and 128 then
    raise exception 'type must have 1 to 128 characters' using errcode = '22023';
  elsif queue is null or char_length(queue) not between 1 and 128 then
    raise exception 'queue must have 1 to 128 characters' using errcode = '22023';
  elsif tenant is null or char_length(tenant) not between 1 and 128 then
    raise exception 'tenant must have 1 to 128 characters' using errcode = '22023';
  elsif payload is null or octet_length(payload) > 65536 then
    raise exception 'payload must have at most 65536 bytes; enqueue larger ones through a server' using errcode = '22023';
  elsif coalesce(greatest(char_length(request_id), char_length(correlation_id), char_length(trace_context)), 0) > 256 then
    raise exception 'request_id, correlation_id and trace_context must have at most 256 characters' using errcode = '22023';
  elsif char_length(key) > 128 then
    raise exception 'key must have at most 128 characters' using errcode = '22023';
  elsif coalesce(cardinality(tags), 0) > 32 or exists (select from unnest(tags) t where t is null or char_length(t) not between 1 and 128) then
    raise exception 'tags must be at most 32 texts of 1 to 128 characters' using errcode = '22023';
  elsif delay is not null and run_at is not null then
    raise exception 'set either delay or run_at, not both' using errcode = '22023';
  elsif wait < 0 or wait > 3155760000000 then
    raise exception 'delay must be between 0 and a hundred years' using errcode = '22023';
  end if;
  lane := case priority when 'high' then 0 when 'normal' then 1 when 'low' then 2 end;
  if lane is null then
    raise exception 'priority must be high, normal or low' using errcode = '22023';
  end if;
  lock table {ready} in row exclusive mode;
  ms := {now_ms}();
  job := encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(ms) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
  if request_id is not null then
    insert into {request} as r (tenant, request_id, id, created) values (tenant, request_id, job, ms)
      on conflict on constraint request_pkey do update
      set id = excluded.id, high = null, low = null, created = excluded.created, state = null, until = null
      where r.until <= ms
      returning r.id into known;
    if known is null then
      select r.id into known from {request} r where r.tenant = enqueue.tenant and r.request_id = enqueue.request_id;
      return known;
    end if;
  end if;
  select q.n into queue_n from {queue} q where q.tenant = enqueue.tenant and q.name = enqueue.queue;
  if queue_n is null then
    insert into {queue} (tenant, name) values (tenant, queue) on conflict do nothing;
    select q.n into queue_n from {queue} q where q.tenant = enqueue.tenant and q.name = enqueue.queue;
  end if;
  number := nextval('{number}');
  ready := greatest(ms, coalesce(asked, ms + coalesce(wait, 0)));
  insert into {live} (id, n, change, tenant, queue, lane, type, created, updated, run_at, ready, arrival, size, payload,
      delay, asked_at, deadline, timeout, retry, tags, request_id, correlation_id, key, trace_context)
    values (job, number, number, tenant, queue_n, lane, type, ms, ms, ready, ready, number, octet_length(payload), payload,
      nullif(wait, 0), asked, (extract(epoch from deadline) * 1000)::bigint, (extract(epoch from timeout) * 1000)::bigint,
      retry, nullif(tags, '{}'), request_id, correlation_id, key, trace_context);
  insert into {ready} values
    (queue_n, lane, false, ready, number, job, octet_length(payload), (extract(epoch from deadline) * 1000)::bigint);
  perform pg_notify('{schema}_news', 'q' || queue_n);
  return job;
end $$;
revoke all on function {enqueue} from public;
revoke all on function {prepare_days} from public;
revoke all on function {drop_days} from public;
