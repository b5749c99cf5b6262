package dev.waybill.server.grpc;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.NewUpload;
import dev.waybill.documents.upload.DocumentIntake;
import dev.waybill.proto.v1.UploadDocumentsRequest;
import dev.waybill.proto.v1.UploadDocumentsResponse;
import dev.waybill.server.grpc.mapping.DocumentFromProto;
import dev.waybill.server.grpc.mapping.DocumentToProto;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.Executor;

/// One call of UploadDocuments. A thread of its own reads the files while they arrive, and stores
/// them.
final class UploadCall implements StreamObserver<UploadDocumentsRequest> {

  private final DocumentIntake intake;
  private final ServerCallStreamObserver<UploadDocumentsResponse> call;
  private final Executor threads;
  private final UploadParts parts;
  private boolean started;
  private boolean refused;

  private UploadCall(
      DocumentIntake intake,
      ServerCallStreamObserver<UploadDocumentsResponse> call,
      Executor threads) {
    this.intake = intake;
    this.call = call;
    this.threads = threads;
    this.parts = new UploadParts(() -> call.request(1));
  }

  /// @param ended runs when the call has ended
  static UploadCall start(
      DocumentIntake intake,
      StreamObserver<UploadDocumentsResponse> to,
      Executor threads,
      Runnable ended) {
    UploadCall[] upload = new UploadCall[1];
    Runnable gone =
        () -> {
          upload[0].parts.breakOff();
          ended.run();
        };
    ServerCallStreamObserver<UploadDocumentsResponse> call = Answering.whenCancelled(to, gone);
    call.setOnCloseHandler(gone);
    call.disableAutoRequest();
    upload[0] = new UploadCall(intake, call, threads);
    call.request(1);
    return upload[0];
  }

  @Override
  public void onNext(UploadDocumentsRequest message) {
    if (started) {
      parts.add(message);
    } else if (!refused) {
      begin(message);
    }
  }

  private void begin(UploadDocumentsRequest first) {
    try {
      if (!first.hasHeader()) {
        throw new WaybillException(Code.INVALID_ARGUMENT, "the first message must be the header");
      }
      NewUpload upload = DocumentFromProto.upload(first.getHeader());
      List<String> urls = List.copyOf(first.getHeader().getUrlsList());
      started = true;
      threads.execute(Context.current().wrap(() -> store(upload, urls)));
    } catch (RuntimeException thrown) {
      refused = true;
      call.onError(GrpcErrors.of(thrown));
    }
  }

  private void store(NewUpload upload, List<String> urls) {
    Answering.answerUnlessCancelled(
        call,
        () -> {
          AcceptedUpload accepted =
              urls.isEmpty() ? intake.upload(upload, parts) : downloaded(upload, urls);
          return DocumentToProto.accepted(accepted);
        });
  }

  /// Waits for the end of the stream first.
  private AcceptedUpload downloaded(NewUpload upload, List<String> urls) {
    if (parts.next() != null) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "an upload has URLs or files, not both: send no files");
    }
    return intake.uploadFrom(upload, urls);
  }

  @Override
  public void onError(Throwable broken) {
    parts.breakOff();
  }

  @Override
  public void onCompleted() {
    if (!started && !refused) {
      refused = true;
      call.onError(GrpcErrors.of(Code.INVALID_ARGUMENT, "the first message must be the header"));
    }
    parts.end();
  }
}
