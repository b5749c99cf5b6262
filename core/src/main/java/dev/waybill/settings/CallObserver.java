package dev.waybill.settings;

import dev.waybill.base.WorkContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Observes the calls of services and stores to other systems, such as providers of messages: for
/// metrics and traces. It must not fail.
@FunctionalInterface
public interface CallObserver {

  CallObserver NONE = (_, _, _) -> new Call() {};

  /// @param operation such as `handoff`
  /// @param target what is called, such as the key of a provider
  /// @param context the IDs of the work, and the trace that the call belongs to
  Call begin(String operation, String target, WorkContext context);

  /// The call of a store to a service of its own.
  ///
  /// @param service such as `DynamoDB`
  /// @param operation such as `PutItem`
  /// @param context with the trace that the call belongs to
  default Call beginStoreCall(String service, String operation, WorkContext context) {
    return begin(service, operation, context);
  }

  /// A call that has begun.
  interface Call {

    /// The W3C trace context of the call; empty if it has none of its own.
    default Optional<String> traceparent() {
      return Optional.empty();
    }

    /// @param outcome one of a few words, such as `accepted`
    /// @param error a code; null if the call did what it should
    default void end(String outcome, @Nullable String error) {}
  }
}
