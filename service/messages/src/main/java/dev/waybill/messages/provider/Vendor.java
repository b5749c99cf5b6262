package dev.waybill.messages.provider;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What is particular about a vendor with an HTTP API: its requests and answers. A
/// [VendorProvider] does the rest.
public interface Vendor {

  VendorApi api();

  String channel();

  /// Whether [#request] sends attachments.
  default boolean takesAttachments() {
    return false;
  }

  /// The request that hands a message over.
  OutgoingRequest request(OutgoingMessage message);

  /// The vendor's ID of the message; empty if the answer has none.
  String messageId(HttpOutcome.Answered answer);

  /// How the vendor is asked for the states of messages; empty if it cannot be asked.
  default Optional<Lookup> lookup() {
    return Optional.empty();
  }

  /// Asks for the states of messages.
  interface Lookup {

    /// How many messages one request can ask for.
    default int perRequest() {
      return 1;
    }

    /// The shortest time between two requests that the vendor allows.
    default Duration interval() {
      return Duration.ZERO;
    }

    /// @param providerMsgIds one to [#perRequest]
    OutgoingRequest request(List<String> providerMsgIds);

    /// @param answer a JSON object
    List<ProviderReport> reports(JsonNode answer, Instant now);
  }
}
