package dev.waybill.settings;

import java.time.Duration;

/// Fixed limits. Limits that a deployment may change are in [Settings].
public final class Limits {

  public static final int NAME_LENGTH = 128;
  public static final int KEY_LENGTH = 256;
  public static final int JOB_KEY_LENGTH = 128;
  public static final int TAGS = 32;
  public static final int TAG_LENGTH = 128;
  public static final int JOBS_PER_CALL = 10_000;
  public static final int MESSAGES_PER_CALL = 1_000;
  public static final int SUPPRESSIONS_PER_CALL = 1_000;
  public static final int LEASES_PER_CALL = 1_000;
  public static final int EVENTS_PER_CALL = 1_000;
  /// The maximum number of jobs that the events of one call may become.
  public static final int DELIVERIES_PER_CALL = 50_000;
  public static final int EVENT_BYTES = 64 * 1024;
  public static final int PAGE_SIZE = 1_000;

  /// Characters of a search for jobs.
  public static final int SEARCH_LENGTH = 256;

  /// Words of a search for jobs; a phrase counts as one.
  public static final int SEARCH_TERMS = 16;
  /// Bytes of payloads and results in one page of jobs, unless the page has a single job.
  public static final int PAGE_BYTES = 16 * 1024 * 1024;
  /// Bytes of payloads of jobs that are leased together, unless it is a single job.
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
  /// The maximum of the setting `max_waiting` of a queue.
  public static final int MAX_WAITING = 1_000_000_000;
  /// The minimum of the setting `waiting_ttl` of a queue.
  public static final Duration MIN_WAITING_TTL = Duration.ofSeconds(1);
  /// The number of queues of one tenant that may have settings.
  public static final int QUEUES_WITH_SETTINGS = 1_000;
  public static final int QUEUE_SETTINGS_BYTES = 1024 * 1024;
  /// The number of topics of one tenant, and their bytes.
  public static final int TOPICS = 1_000;
  public static final int TOPIC_BYTES = 2 * 1024 * 1024;
  /// The number of subscriptions of one tenant, and their bytes: in memory, filter policies take up
  /// to 40 times as much.
  public static final int SUBSCRIPTIONS = 5_000;
  public static final int SUBSCRIPTION_BYTES = 2 * 1024 * 1024;
  /// The number of schema versions of one tenant, and their bytes.
  public static final int SCHEMAS = 2_000;
  public static final int SCHEMA_BYTES = 8 * 1024 * 1024;
  /// The number of template versions of one tenant, and their bytes.
  public static final int TEMPLATES = 2_000;
  public static final int TEMPLATE_BYTES = 8 * 1024 * 1024;
  public static final int TEMPLATE_VERSION_BYTES = 256 * 1024;
  public static final int TEMPLATE_LOCALES = 100;
  public static final int ATTACHMENTS = 10;
  public static final int ATTACHMENT_BYTES = 5 * 1024 * 1024;
  /// Bytes of all attachments of a message. In Base64, and with bodies, providers take 10 MB.
  public static final int ATTACHMENTS_BYTES = 6 * 1024 * 1024;
  /// The longest file name and the longest media type of an attachment, in characters.
  public static final int FILE_NAME_LENGTH = 255;
  public static final int CONTENT_TYPE_LENGTH = 78;
  public static final Duration MAX_WAIT = Duration.ofMinutes(1);

  private Limits() {}
}
