package dev.waybill;

import dev.waybill.settings.Limits;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The optional texts of a job. What checks, stores, lists or shows such a text goes through these,
/// so that a new one is declared here only.
@SuppressWarnings("ImmutableEnumChecker") // the functions are method references without state
public enum JobText {
  REQUEST_ID(
      "request ID",
      Limits.KEY_LENGTH,
      true,
      NewJob::requestId,
      NewJob.Builder::requestId,
      "Idempotency key: the same key always stands for the same job."),
  CORRELATION_ID(
      "correlation ID",
      Limits.KEY_LENGTH,
      true,
      NewJob::correlationId,
      NewJob.Builder::correlationId,
      "Links everything that belongs together."),
  KEY(
      "key",
      Limits.JOB_KEY_LENGTH,
      true,
      NewJob::key,
      NewJob.Builder::key,
      "Groups jobs, such as those of one customer."),
  TRACE_CONTEXT(
      "trace context",
      Limits.KEY_LENGTH,
      false,
      NewJob::traceContext,
      NewJob.Builder::traceContext,
      "The W3C `traceparent` of the caller.");

  /// Those that jobs are found by.
  public static final List<JobText> FILTERS =
      Stream.of(values()).filter(text -> text.isFilter).toList();

  private final String label;
  private final String field;
  private final int longest;
  private final boolean isFilter;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<NewJob, @Nullable String> getter;

  @SuppressWarnings("ImmutableEnumChecker")
  private final BiConsumer<NewJob.Builder, @Nullable String> setter;

  private final String about;

  JobText(
      String label,
      int longest,
      boolean isFilter,
      Function<NewJob, @Nullable String> getter,
      BiConsumer<NewJob.Builder, @Nullable String> setter,
      String about) {
    this.label = label;
    this.field = name().toLowerCase(java.util.Locale.ROOT);
    this.longest = longest;
    this.isFilter = isFilter;
    this.getter = getter;
    this.setter = setter;
    this.about = about;
  }

  /// Its name in a sentence.
  public String label() {
    return label;
  }

  /// Its name in documents, queries and tables.
  public String field() {
    return field;
  }

  /// The highest number of characters.
  public int longest() {
    return longest;
  }

  /// Its description in the published API.
  public String about() {
    return about;
  }

  public @Nullable String of(NewJob job) {
    return getter.apply(job);
  }

  public void set(NewJob.Builder job, @Nullable String value) {
    setter.accept(job, value);
  }
}
