package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.PublishedKind;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/// Checks that the user of NATS may write to every stream. Each message names a stream that does
/// not
/// exist, so that the broker refuses and does not store it: any answer is a permission.
final class PermissionCheck {

  private static final Headers NOWHERE =
      new Headers().put("Nats-Expected-Stream", "WAYBILL_PERMISSION_CHECK");

  /// The broker answers at once what it permits.
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private PermissionCheck() {}

  /// One subject of each kind that Waybill writes to.
  private static List<String> subjects() {
    return Stream.concat(
            Stream.of(
                "$KV." + JobSubjects.JOBS + ".check",
                "$KV." + JobSubjects.REQUESTS + ".check",
                "$KV." + JobSubjects.QUEUES + ".check",
                "$KV." + LedgerSubjects.BUCKET + ".check",
                "$O." + NatsBlobStore.BUCKET + ".M.check",
                "wb.job.check",
                "wb.events.check",
                "wb.fact.check"),
            PublishedKind.ALL.stream().map(kind -> kind.name() + ".check"))
        .toList();
  }

  /// Refuses a user that lacks a permission. Call it when all streams exist.
  static void require(NatsLink link) {
    link.clearForbidden();
    List<CompletableFuture<Message>> asked =
        subjects().stream()
            .map(
                subject ->
                    link.connection().requestWithTimeout(subject, NOWHERE, new byte[0], PATIENCE))
            .toList();
    for (CompletableFuture<Message> answer : asked) {
      try {
        answer.join();
      } catch (CompletionException | CancellationException silent) {
        throw link.explained(
            new WaybillException(
                Code.UNAVAILABLE, "NATS did not answer within " + PATIENCE, silent));
      }
    }
  }
}
