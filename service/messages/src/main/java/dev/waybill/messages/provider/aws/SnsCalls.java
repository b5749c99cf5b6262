package dev.waybill.messages.provider.aws;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.VendorApi;
import java.net.URI;
import java.util.Optional;

/// Calls of Amazon SNS: certificates, and confirmations of subscriptions.
@FunctionalInterface
interface SnsCalls {

  /// The answer to a GET; empty if it failed.
  Optional<byte[]> get(URI url) throws InterruptedException;

  static SnsCalls over(VendorApi api) {
    return url ->
        api.call(OutgoingRequest.get(url)) instanceof HttpOutcome.Answered answer && answer.isGood()
            ? Optional.of(answer.body().bytes())
            : Optional.empty();
  }
}
