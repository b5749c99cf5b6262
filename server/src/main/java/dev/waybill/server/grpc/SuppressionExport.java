package dev.waybill.server.grpc;

import dev.waybill.Page;
import dev.waybill.message.Suppression;
import dev.waybill.proto.v1.ExportSuppressionsResponse;
import dev.waybill.server.grpc.mapping.SuppressionMessages;
import dev.waybill.settings.Limits;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One call of ExportSuppressions. It reads a page whenever the client can take one, so that only
/// the position is kept for a slow client.
final class SuppressionExport {

  private final Function<Page.Request, Page<Suppression>> list;
  private final ServerCallStreamObserver<ExportSuppressionsResponse> call;
  private Page.@Nullable Request next = Page.Request.first(Limits.PAGE_SIZE);

  private SuppressionExport(
      Function<Page.Request, Page<Suppression>> list,
      ServerCallStreamObserver<ExportSuppressionsResponse> call) {
    this.list = list;
    this.call = call;
  }

  static void start(
      Function<Page.Request, Page<Suppression>> list,
      StreamObserver<ExportSuppressionsResponse> to) {
    SuppressionExport export = new SuppressionExport(list, Answering.whenCancelled(to, () -> {}));
    export.call.setOnReadyHandler(export::sendWhileReady);
  }

  /// Never runs twice at a time: gRPC serializes the callbacks of a call.
  private void sendWhileReady() {
    try {
      while (next != null && call.isReady()) {
        next = sent(next);
        if (next == null) {
          call.onCompleted();
        }
      }
    } catch (RuntimeException thrown) {
      next = null;
      call.onError(GrpcErrors.of(thrown));
    }
  }

  private Page.@Nullable Request sent(Page.Request asked) {
    if (!Callers.pass().orElseThrow().isValid()) {
      throw Callers.unknown("the credential of this stream is no longer valid");
    }
    Page<Suppression> page = list.apply(asked);
    for (Suppression one : page.items()) {
      call.onNext(
          ExportSuppressionsResponse.newBuilder()
              .setSuppression(SuppressionMessages.suppression(one))
              .build());
    }
    String cursor = page.nextCursor();
    return cursor == null ? null : asked.next(cursor);
  }
}
