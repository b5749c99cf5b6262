package dev.waybill.messages.provider;

import dev.waybill.message.ProviderState;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a provider answered.
public sealed interface HandoffResult {

  /// The provider has the message.
  ///
  /// @param providerMsgId the provider's ID of the message, to match its reports
  /// @param state what the answer says about the delivery: usually [ProviderState#ACCEPTED]
  record Accepted(String providerMsgId, ProviderState state) implements HandoffResult {}

  /// The provider does not have the message.
  sealed interface NotAccepted extends HandoffResult {

    /// A stable name for programs, such as `smtp_550`.
    String code();

    String error();

    /// The same answer with another text.
    NotAccepted withError(String text);
  }

  /// The provider refused the message for good. Another provider may take it.
  record Refused(String code, String error) implements NotAccepted {

    @Override
    public Refused withError(String text) {
      return new Refused(code, text);
    }
  }

  /// The provider did not take the message now, for certain. It may do so later.
  ///
  /// @param delay how long to wait, if the provider says so
  record Retryable(String code, String error, @Nullable Duration delay) implements NotAccepted {

    public Optional<Duration> after() {
      return Optional.ofNullable(delay);
    }

    @Override
    public Retryable withError(String text) {
      return new Retryable(code, text, delay);
    }
  }

  /// Nobody knows whether the provider took the message, such as after a timeout.
  record Ambiguous(String code, String error) implements NotAccepted {

    @Override
    public Ambiguous withError(String text) {
      return new Ambiguous(code, text);
    }
  }
}
