-- Partitions are created and dropped only if nobody has to wait for it: a transaction that has read finished jobs and
-- stays open, such as that of a backup, keeps its locks, and all completions would queue behind the DDL. The default
-- partition takes the jobs of days that have none.

create or replace function {prepare_days}(from_ms bigint, to_ms bigint) returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '100ms' as $$
declare
  day bigint := from_ms / 86400000;
  made int := 0;
  child text;
begin
  if not pg_try_advisory_xact_lock(hashtext('{schema}'), 2) then
    return 0;
  end if;
  while day <= to_ms / 86400000 loop
    child := 'finished_' || to_char(to_timestamp(day * 86400) at time zone 'UTC', 'YYYYMMDD');
    if to_regclass(format('%I.%I', '{schema}', child)) is null then
      begin
        execute format('create table %I.%I partition of %I.finished for values from (%s) to (%s)',
          '{schema}', child, '{schema}', day * 86400000, (day + 1) * 86400000);
        made := made + 1;
      exception
        when check_violation then
          raise warning 'no partition % is created: jobs of that day are in finished_other', child;
        when lock_not_available then
          raise warning 'partition % is created later: a transaction has read finished jobs and is still open', child;
          exit;
      end;
    end if;
    day := day + 1;
  end loop;
  return made;
end $$;

create or replace function {drop_days}(before_ms bigint) returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '100ms' as $$
declare
  child record;
  used boolean;
  dropped int := 0;
begin
  for child in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '{finished}'::regclass and c.relname ~ '^finished_\d{8}$'
      and extract(epoch from to_timestamp(right(c.relname, 8), 'YYYYMMDD') at time zone 'UTC')::bigint * 1000 + 86400000 <= before_ms
  loop
    execute format('select exists (select from %I.%I)', '{schema}', child.name) into used;
    if not used then
      begin
        execute format('drop table %I.%I', '{schema}', child.name);
        dropped := dropped + 1;
      exception
        when lock_not_available then
          exit;
      end;
    end if;
  end loop;
  return dropped;
end $$;
