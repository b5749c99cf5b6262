package dev.waybill.cli.jobs;

import dev.waybill.JobFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that select jobs.
final class JobSelection {

  @Option(names = "--queue", paramLabel = "NAME", description = "Only jobs of this queue.")
  private @Nullable String queue;

  @Option(names = "--type", paramLabel = "NAME", description = "Only jobs of this type.")
  private @Nullable String type;

  @Option(names = "--tag", paramLabel = "TAG", description = "Only jobs with this tag.")
  private @Nullable String tag;

  @Option(
      names = "--correlation-id",
      paramLabel = "ID",
      description = "Only jobs with this correlation ID.")
  private @Nullable String correlationId;

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "Only the job that was enqueued with this request ID.")
  private @Nullable String requestId;

  @Option(names = "--key", paramLabel = "KEY", description = "Only jobs with this key.")
  private @Nullable String key;

  @Option(
      names = "--failure-group",
      paramLabel = "GROUP",
      description = "Only failed and dead jobs of this group; see waybill failures.")
  private @Nullable String failureGroup;

  @Option(
      names = "--search",
      paramLabel = "WORDS",
      description =
          "Only jobs with all these words in type, tags, key, IDs, last error or payload; use \"a"
              + " phrase\" for adjacent words, pre* for a prefix, and customer.id=17 for a field of a"
              + " JSON payload.")
  private @Nullable String words;

  JobFilter filter() {
    return JobFilter.ALL
        .withQueue(queue)
        .withType(type)
        .withTag(tag)
        .withCorrelationId(correlationId)
        .withRequestId(requestId)
        .withKey(key)
        .withFailureGroup(failureGroup)
        .withWords(words);
  }
}
