package dev.waybill;

import dev.waybill.settings.Limits;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The optional texts of a job. Validation, storage, lists and documents all use these constants,
/// so a new text is declared only here.
@SuppressWarnings("ImmutableEnumChecker") // the functions are method references without state
public enum JobText {
  REQUEST_ID(
      "request ID",
      Limits.KEY_LENGTH,
      true,
      NewJob::requestId,
      NewJob.Builder::requestId,
      "Idempotency key: requests with the same key create one job."),
  CORRELATION_ID(
      "correlation ID",
      Limits.KEY_LENGTH,
      true,
      NewJob::correlationId,
      NewJob.Builder::correlationId,
      "Links related jobs, events and messages."),
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

  /// The texts by which jobs can be filtered.
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

  /// Its name in sentences.
  public String label() {
    return label;
  }

  /// Its name in documents, queries and tables.
  public String field() {
    return field;
  }

  /// The maximum number of characters.
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
