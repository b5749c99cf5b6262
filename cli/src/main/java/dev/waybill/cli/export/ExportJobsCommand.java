package dev.waybill.cli.export;

import dev.waybill.JobFilter;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.json.FlatDocument;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill export jobs`
@Command(
    name = "jobs",
    description = "Write jobs to a file, newest first, with their payloads and results.")
final class ExportJobsCommand implements Callable<Integer> {

  @Option(names = "--queue", paramLabel = "NAME", description = "Only jobs of this queue.")
  private @Nullable String queue;

  @Option(names = "--type", paramLabel = "NAME", description = "Only jobs of this type.")
  private @Nullable String type;

  @Option(names = "--tag", paramLabel = "TAG", description = "Only jobs with this tag.")
  private @Nullable String tag;

  @Mixin private final ExportOptions options = new ExportOptions();

  @Override
  public Integer call() {
    JobFilter filter = JobFilter.ALL.withQueue(queue).withType(type).withTag(tag);
    return options.run(
        "jobs",
        "queue=%s type=%s tag=%s".formatted(queue, type, tag),
        new FlatDocument<>(JobJson.DOCUMENT, Set.of()),
        (waybill, range) -> JobRows.of(waybill, filter, range));
  }
}
