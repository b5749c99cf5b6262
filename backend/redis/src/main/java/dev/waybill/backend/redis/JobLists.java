package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Lists jobs, newest first. Queues, dead jobs of a queue, correlation IDs and keys have lists of
/// their own; other conditions are checked on the jobs of a list, some at a time.
final class JobLists {

  private static final int AT_ONCE = 100;

  private final RedisLink link;
  private final ServerTime time;

  JobLists(RedisLink link, ServerTime time) {
    this.link = link;
    this.time = time;
  }

  Optional<Job> find(JobKey key) {
    Call call =
        Call.list("find", link.shardOf(key.tenant()))
            .with(time.argument())
            .with(RedisRows.ref(key))
            .build();
    return RedisRows.jobs(link.list(call)).stream().findFirst();
  }

  Page<Job> page(JobQuery query) {
    String request = query.filter().text(JobText.REQUEST_ID);
    return request == null ? scanned(query) : ofRequest(query, request);
  }

  private Page<Job> ofRequest(JobQuery query, String request) {
    byte @Nullable [] id =
        (byte[])
            link.call(
                Call.text("request", link.shardOf(query.tenant()))
                    .with(query.tenant())
                    .with(request)
                    .build());
    List<Job> jobs =
        Optional.ofNullable(id)
            .filter(_ -> query.before() == null)
            .map(found -> JobBytes.readId(new ByteReader(found)))
            .flatMap(found -> find(new JobKey(query.tenant(), found)))
            .filter(job -> matches(query.filter(), job))
            .stream()
            .toList();
    return new Page<>(jobs, null);
  }

  /// A job and its number in the list.
  private record Found(Job job, String number) {}

  private Page<Job> scanned(JobQuery query) {
    List<Found> found = new ArrayList<>();
    String next = before(query.before());
    long bytes = 0;
    while (!next.isEmpty() && found.size() <= query.limit() && bytes <= Limits.PAGE_BYTES) {
      List<Object> answer = link.list(call(query, next));
      for (Object row : RedisRows.list(answer.get(1))) {
        List<Object> parts = RedisRows.list(row);
        Job job = RedisRows.job(parts, RedisRows.time(answer.get(0)));
        if (matches(query.filter(), job)) {
          found.add(new Found(job, RedisRows.text(parts.get(5))));
          bytes += weight(job);
        }
      }
      String last = RedisRows.text(answer.get(2));
      next = last.isEmpty() ? "" : "(" + last;
    }
    return page(found, query.limit(), !next.isEmpty());
  }

  private static Page<Job> page(List<Found> found, int limit, boolean more) {
    List<Found> shown = new ArrayList<>();
    long bytes = 0;
    for (Found one : found) {
      if (shown.size() == limit || bytes > Limits.PAGE_BYTES) {
        break;
      }
      shown.add(one);
      bytes += weight(one.job());
    }
    boolean cut = more || shown.size() < found.size();
    String cursor = cut && !shown.isEmpty() ? shown.getLast().number() : null;
    return new Page<>(shown.stream().map(Found::job).toList(), cursor);
  }

  private Call call(JobQuery query, String before) {
    Call.Builder call =
        Call.list("list", link.shardOf(query.tenant()))
            .with(time.argument())
            .with(query.tenant())
            .with(before)
            .with(states(query.filter().states()))
            .with(AT_ONCE);
    String list = list(query);
    return (list == null ? call : call.with(list)).build();
  }

  /// The list with the fewest other jobs; null for all queues.
  private static @Nullable String list(JobQuery query) {
    JobFilter filter = query.filter();
    for (int i = 0; i < JobArguments.LISTED.size(); i++) {
      String text = filter.text(JobArguments.LISTED.get(i));
      if (text != null) {
        return "t:" + (i + 1) + ":" + query.tenant() + Call.SEPARATOR + text;
      }
    }
    if (filter.queue() == null) {
      return null;
    }
    String kind = filter.states().equals(Set.of(State.DEAD)) ? "bd:" : "b:";
    return kind + query.tenant() + Call.SEPARATOR + filter.queue();
  }

  private static String states(Set<State> states) {
    return states.stream()
        .map(state -> Integer.toString(JobCodes.of(state)))
        .collect(Collectors.joining());
  }

  private static boolean matches(JobFilter filter, Job job) {
    return filter.matches(job.request(), job.state(), job.createdAt());
  }

  private static String before(@Nullable String cursor) {
    if (cursor == null) {
      return "+inf";
    }
    if (!cursor.matches("\\d{1,16}")) {
      throw new WaybillException(Code.INVALID_CURSOR, "not a cursor of this list");
    }
    return "(" + cursor;
  }

  private static long weight(Job job) {
    return job.payload().size() + job.result().map(Payload::size).orElse(0L);
  }
}
