package dev.waybill.messages.provider;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to the lookup of one message.
public sealed interface LookupResult {

  /// The provider was asked.
  ///
  /// @param reports empty if it has nothing to report, or does not know the message
  record Reported(List<ProviderReport> reports) implements LookupResult {

    public static final Reported NOTHING = new Reported(List.of());

    public Reported {
      reports = List.copyOf(reports);
    }
  }

  /// The provider could not be asked about this message.
  ///
  /// @param after when it can be asked again; null if to ask soon does not help
  record Unavailable(String error, @Nullable Duration after) implements LookupResult {}
}
