-- The search index, which can be deleted and rebuilt. Filters are hashes of names and values.

create table {entry} (
  tenant text collate "C" not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  seconds bigint not null,
  nanos int not null,
  filters bigint[] not null,
  fields bytea not null,
  details bytea not null,
  text text not null,
  words tsvector not null,
  primary key (tenant, kind, id)
);
create index entry_newest on {entry} (tenant, kind, seconds, nanos, id);
create index entry_oldest on {entry} (kind, seconds, nanos);
create index entry_filters on {entry} using gin (filters) with (fastupdate = off);
create index entry_words on {entry} using gin (words) with (fastupdate = off);

-- The words of a tenant and kind that similar words are searched in.
create table {vocabulary} (
  tenant text collate "C" not null,
  kind text collate "C" not null,
  length int not null,
  word text collate "C" not null,
  primary key (tenant, kind, length, word)
);

create table {checkpoint} (position bigint not null);
insert into {checkpoint} values (0);
create table {feed_position} (feed text primary key, position text not null);
