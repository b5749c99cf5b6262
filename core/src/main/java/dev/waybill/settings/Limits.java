package dev.waybill.settings;

import java.time.Duration;

/// Everything has a limit. Those a deployment may change are in [Settings]; these are fixed.
public final class Limits {

  public static final int NAME_LENGTH = 128;
  public static final int KEY_LENGTH = 256;
  public static final int JOB_KEY_LENGTH = 128;
  public static final int TAGS = 32;
  public static final int TAG_LENGTH = 128;
  public static final int JOBS_PER_CALL = 10_000;
  public static final int LEASES_PER_CALL = 1_000;
  public static final int EVENTS_PER_CALL = 1_000;
  /// How many jobs the events of one call may become.
  public static final int DELIVERIES_PER_CALL = 50_000;
  public static final int EVENT_BYTES = 64 * 1024;
  public static final int PAGE_SIZE = 1_000;

  /// Characters of a search for jobs.
  public static final int SEARCH_LENGTH = 256;

  /// Words of a search for jobs; a phrase counts as one.
  public static final int SEARCH_TERMS = 16;
  /// What the payloads and results of a page of jobs may weigh together, unless it is one job.
  public static final int PAGE_BYTES = 16 * 1024 * 1024;
  /// What the payloads of jobs that are leased together may weigh, unless it is one job.
  public static final int LEASE_BYTES = 16 * 1024 * 1024;
  public static final int INLINE_BYTES = 64 * 1024;
  public static final int ERROR_MESSAGE_LENGTH = 4_096;
  public static final int ERROR_STACK_LENGTH = 16_384;
  public static final int ATTEMPTS_KEPT = 100;
  public static final Duration MAX_DELAY = Duration.ofDays(36_525);
  public static final Duration MIN_LEASE_DURATION = Duration.ofMillis(100);
  public static final Duration MAX_LEASE_DURATION = Duration.ofHours(12);
  public static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
  public static final Duration MAX_TIMEOUT = Duration.ofDays(30);
  /// The highest limit on the jobs that wait in one queue.
  public static final int MAX_WAITING = 1_000_000_000;
  /// The shortest time for which a queue may let its jobs wait.
  public static final Duration MIN_WAITING_TTL = Duration.ofSeconds(1);
  /// How many queues of one tenant may have settings.
  public static final int QUEUES_WITH_SETTINGS = 1_000;
  public static final int QUEUE_SETTINGS_BYTES = 1024 * 1024;
  /// How many topics one tenant may have, and their bytes.
  public static final int TOPICS = 1_000;
  public static final int TOPIC_BYTES = 2 * 1024 * 1024;
  /// How many subscriptions one tenant may have, and their bytes: in memory, filter policies take
  /// up to 40 times as much.
  public static final int SUBSCRIPTIONS = 5_000;
  public static final int SUBSCRIPTION_BYTES = 2 * 1024 * 1024;
  /// How many versions of schemas one tenant may have, and their bytes.
  public static final int SCHEMAS = 2_000;
  public static final int SCHEMA_BYTES = 8 * 1024 * 1024;
  public static final Duration MAX_WAIT = Duration.ofMinutes(1);

  private Limits() {}
}
