package dev.waybill.base;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the current thread works on: IDs for log entries and events, and the trace that it belongs
/// to.
///
/// @param ids such as `message_id`, by name
/// @param traceparent the W3C trace context for calls to other systems; null if there is none
public record WorkContext(Map<String, String> ids, @Nullable String traceparent) {

  public static final String TRACE_ID = "trace_id";

  private static final WorkContext NONE = new WorkContext(Map.of(), null);
  private static final ScopedValue<WorkContext> CURRENT = ScopedValue.newInstance();

  /// `00-`, 32 digits of the trace, `-`, 16 digits of the span, `-`, 2 digits of flags.
  private static final int TRACE_BEGIN = 3;

  private static final int TRACE_END = 35;
  private static final int LENGTH = 55;

  public WorkContext {
    ids = Map.copyOf(ids);
  }

  public static WorkContext current() {
    return CURRENT.orElse(NONE);
  }

  /// This context with more IDs; a later value replaces an earlier one of the same name.
  public WorkContext with(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(ids);
    all.putAll(more);
    return new WorkContext(all, traceparent);
  }

  /// This context in another trace, or unchanged if there is none.
  public WorkContext in(@Nullable String trace) {
    String id = traceId(trace);
    return id == null ? this : new WorkContext(with(Map.of(TRACE_ID, id)).ids, trace);
  }

  public <T, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).call(work);
  }

  public void run(Runnable work) {
    ScopedValue.where(CURRENT, this).run(work);
  }

  /// The trace ID of a W3C trace context; null if it has none.
  public static @Nullable String traceId(@Nullable String traceparent) {
    return traceparent == null || traceparent.length() < LENGTH
        ? null
        : traceparent.substring(TRACE_BEGIN, TRACE_END);
  }
}
