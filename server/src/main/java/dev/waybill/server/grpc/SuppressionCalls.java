package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Answering.answer;
import static dev.waybill.server.grpc.Answering.itemByItem;
import static dev.waybill.server.grpc.mapping.FromProto.checkCount;

import com.google.protobuf.Message;
import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppressions;
import dev.waybill.proto.v1.AddSuppressionRequest;
import dev.waybill.proto.v1.AddSuppressionResponse;
import dev.waybill.proto.v1.AddSuppressionsRequest;
import dev.waybill.proto.v1.AddSuppressionsResponse;
import dev.waybill.proto.v1.ExportSuppressionsRequest;
import dev.waybill.proto.v1.ExportSuppressionsResponse;
import dev.waybill.proto.v1.GetSuppressionRequest;
import dev.waybill.proto.v1.GetSuppressionResponse;
import dev.waybill.proto.v1.ImportSuppressionsRequest;
import dev.waybill.proto.v1.ImportSuppressionsResponse;
import dev.waybill.proto.v1.ListSuppressionsRequest;
import dev.waybill.proto.v1.ListSuppressionsResponse;
import dev.waybill.proto.v1.RemoveSuppressionRequest;
import dev.waybill.proto.v1.RemoveSuppressionResponse;
import dev.waybill.proto.v1.SuppressionServiceGrpc;
import dev.waybill.server.auth.Access;
import dev.waybill.server.grpc.mapping.FromProto;
import dev.waybill.server.grpc.mapping.SuppressionMessages;
import dev.waybill.settings.Limits;
import dev.waybill.wire.message.SuppressionFile;
import io.grpc.stub.StreamObserver;
import java.util.function.Function;

/// The calls of `waybill.v1.SuppressionService`. The audit log has no addresses.
final class SuppressionCalls extends SuppressionServiceGrpc.SuppressionServiceImplBase {

  private final Waybill waybill;
  private final GrpcAudit audit;

  SuppressionCalls(Waybill waybill, Access access) {
    this.waybill = waybill;
    this.audit = new GrpcAudit(access);
  }

  @Override
  public void addSuppression(
      AddSuppressionRequest request, StreamObserver<AddSuppressionResponse> to) {
    AddSuppressionRequest audited = request.toBuilder().clearRecipient().build();
    answer(to, () -> operated("AddSuppression", audited, all -> added(all, request)));
  }

  @Override
  public void addSuppressions(
      AddSuppressionsRequest request, StreamObserver<AddSuppressionsResponse> to) {
    answer(
        to,
        () ->
            operated(
                "AddSuppressions",
                SuppressionMessages.withoutAddresses(request),
                all -> added(all, request)));
  }

  @Override
  public void getSuppression(
      GetSuppressionRequest request, StreamObserver<GetSuppressionResponse> to) {
    answer(to, () -> found(request));
  }

  @Override
  public void listSuppressions(
      ListSuppressionsRequest request, StreamObserver<ListSuppressionsResponse> to) {
    answer(to, () -> listed(request));
  }

  @Override
  public void removeSuppression(
      RemoveSuppressionRequest request, StreamObserver<RemoveSuppressionResponse> to) {
    RemoveSuppressionRequest audited = request.toBuilder().clearRecipient().build();
    answer(to, () -> operated("RemoveSuppression", audited, all -> removed(all, request)));
  }

  @Override
  public void importSuppressions(
      ImportSuppressionsRequest request, StreamObserver<ImportSuppressionsResponse> to) {
    answer(
        to,
        () ->
            operated(
                "ImportSuppressions",
                ImportSuppressionsRequest.getDefaultInstance(),
                all -> imported(all, request)));
  }

  @Override
  public void exportSuppressions(
      ExportSuppressionsRequest request, StreamObserver<ExportSuppressionsResponse> to) {
    SuppressionExport.start(page -> as(Scope.READ).list(page), to);
  }

  private static AddSuppressionResponse added(Suppressions all, AddSuppressionRequest request) {
    Suppression added = all.add(SuppressionMessages.wanted(request));
    return AddSuppressionResponse.newBuilder()
        .setSuppression(SuppressionMessages.suppression(added))
        .build();
  }

  private static AddSuppressionsResponse added(Suppressions all, AddSuppressionsRequest request) {
    checkCount(request.getSuppressionsCount(), Limits.SUPPRESSIONS_PER_CALL);
    return AddSuppressionsResponse.newBuilder()
        .addAllResults(
            itemByItem(
                request.getSuppressionsList(),
                SuppressionMessages::wanted,
                some -> all.addAll(some).stream().map(SuppressionMessages::result).toList(),
                SuppressionMessages::result))
        .build();
  }

  private GetSuppressionResponse found(GetSuppressionRequest request) {
    Suppression found =
        as(Scope.READ)
            .find(request.getChannel(), request.getRecipient())
            .orElseThrow(SuppressionCalls::notSuppressed);
    return GetSuppressionResponse.newBuilder()
        .setSuppression(SuppressionMessages.suppression(found))
        .build();
  }

  private ListSuppressionsResponse listed(ListSuppressionsRequest request) {
    Page<Suppression> page =
        as(Scope.READ).list(FromProto.page(request.getPageSize(), request.getPageToken()));
    ListSuppressionsResponse.Builder answer = ListSuppressionsResponse.newBuilder();
    page.items().stream().map(SuppressionMessages::suppression).forEach(answer::addSuppressions);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  private static RemoveSuppressionResponse removed(
      Suppressions all, RemoveSuppressionRequest request) {
    if (!all.remove(request.getChannel(), request.getRecipient())) {
      throw notSuppressed();
    }
    return RemoveSuppressionResponse.getDefaultInstance();
  }

  private static ImportSuppressionsResponse imported(
      Suppressions all, ImportSuppressionsRequest request) {
    return SuppressionMessages.imported(
        SuppressionFile.read(request.getFile().toByteArray(), all::addAll));
  }

  /// Runs an action of an operator and records it in the audit log.
  private <T> T operated(String action, Message audited, Function<Suppressions, T> deed) {
    return audit.during(action, "suppressions", audited, () -> deed.apply(as(Scope.OPERATE)));
  }

  private Suppressions as(Scope needed) {
    return Callers.view(waybill, needed).suppressions();
  }

  private static WaybillException notSuppressed() {
    return new WaybillException(Code.NOT_FOUND, "the recipient is not suppressed");
  }
}
