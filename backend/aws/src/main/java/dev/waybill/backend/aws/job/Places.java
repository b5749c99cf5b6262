package dev.waybill.backend.aws.job;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.QueueKey;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Keys of items, and of the groups of the indexes. A group that all jobs share is split into
/// shards, because DynamoDB limits the writes to one key.
final class Places {

  static final int SHARDS = 4;
  static final int LANES = 3;

  /// The terminal states.
  static final List<State> ENDS =
      List.of(State.COMPLETED, State.FAILED, State.CANCELLED, State.DEAD);

  private Places() {}

  /// The length of the tenant makes the key unambiguous.
  static String key(String tenant, String name) {
    return tenant.length() + ":" + tenant + ":" + name;
  }

  static String key(QueueKey queue) {
    return key(queue.tenant(), queue.queue());
  }

  static String requestItem(String tenant, String request) {
    return "request/" + key(tenant, request);
  }

  static String queueItem(QueueKey queue) {
    return "queue/" + key(queue);
  }

  /// The name of the queue of an item.
  static String queueName(String item, String tenant) {
    return item.substring(("queue/" + key(tenant, "")).length());
  }

  static String queuesOf(String tenant) {
    return "queues/" + tenant;
  }

  static String lane(QueueKey queue, int lane) {
    return "waiting" + lane + "/" + key(queue);
  }

  static String running(QueueKey queue) {
    return "running/" + key(queue);
  }

  static String dead(QueueKey queue) {
    return "dead/" + key(queue);
  }

  static String waiting(String id) {
    return "live/" + shard(id);
  }

  static String leased(String id) {
    return "leased/" + shard(id);
  }

  /// The waiting jobs, by the time of a message or a deadline.
  static List<String> waiting() {
    return shards("live/");
  }

  /// The running jobs, by the end of their lease. They are apart from the waiting ones, of which
  /// there may be many to look at.
  static List<String> leased() {
    return shards("leased/");
  }

  static List<String> live() {
    return Stream.concat(leased().stream(), waiting().stream()).toList();
  }

  static String ended(State state, boolean hasEvents, String id) {
    return ended(state, hasEvents) + shard(id);
  }

  static List<String> allEnded(State state, boolean hasEvents) {
    return shards(ended(state, hasEvents));
  }

  private static String ended(State state, boolean hasEvents) {
    return (hasEvents ? "spoken" : "ended") + JobCodes.of(state) + "/";
  }

  static String gone(String id) {
    return "gone/" + shard(id);
  }

  static List<String> gone() {
    return shards("gone/");
  }

  static String feed(JobId id) {
    return "feed/" + shard(id.toString());
  }

  static List<String> feed() {
    return shards("feed/");
  }

  private static int shard(String id) {
    return Math.floorMod(id.hashCode(), SHARDS);
  }

  private static List<String> shards(String group) {
    return IntStream.range(0, SHARDS).mapToObj(shard -> group + shard).toList();
  }
}
