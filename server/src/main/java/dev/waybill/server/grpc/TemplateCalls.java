package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Answering.answer;

import com.google.protobuf.Message;
import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.message.Template;
import dev.waybill.message.Templates;
import dev.waybill.proto.v1.DeleteTemplateRequest;
import dev.waybill.proto.v1.DeleteTemplateResponse;
import dev.waybill.proto.v1.GetTemplateRequest;
import dev.waybill.proto.v1.GetTemplateResponse;
import dev.waybill.proto.v1.ListTemplateVersionsRequest;
import dev.waybill.proto.v1.ListTemplateVersionsResponse;
import dev.waybill.proto.v1.ListTemplatesRequest;
import dev.waybill.proto.v1.ListTemplatesResponse;
import dev.waybill.proto.v1.PreviewTemplateRequest;
import dev.waybill.proto.v1.PreviewTemplateResponse;
import dev.waybill.proto.v1.PutTemplateRequest;
import dev.waybill.proto.v1.PutTemplateResponse;
import dev.waybill.proto.v1.TemplateServiceGrpc;
import dev.waybill.server.auth.Access;
import dev.waybill.server.grpc.mapping.FromProto;
import dev.waybill.server.grpc.mapping.TemplateMessages;
import io.grpc.stub.StreamObserver;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// The calls of `waybill.v1.TemplateService`.
final class TemplateCalls extends TemplateServiceGrpc.TemplateServiceImplBase {

  private final Waybill waybill;
  private final GrpcAudit audit;

  TemplateCalls(Waybill waybill, Access access) {
    this.waybill = waybill;
    this.audit = new GrpcAudit(access);
  }

  @Override
  public void putTemplate(PutTemplateRequest request, StreamObserver<PutTemplateResponse> to) {
    answer(
        to, () -> operated("PutTemplate", request.getName(), request, all -> stored(all, request)));
  }

  @Override
  public void getTemplate(GetTemplateRequest request, StreamObserver<GetTemplateResponse> to) {
    answer(
        to,
        () ->
            GetTemplateResponse.newBuilder()
                .setTemplate(TemplateMessages.template(found(request)))
                .build());
  }

  @Override
  public void listTemplates(
      ListTemplatesRequest request, StreamObserver<ListTemplatesResponse> to) {
    answer(to, () -> listed(request));
  }

  @Override
  public void listTemplateVersions(
      ListTemplateVersionsRequest request, StreamObserver<ListTemplateVersionsResponse> to) {
    answer(to, () -> versions(request));
  }

  @Override
  public void deleteTemplate(
      DeleteTemplateRequest request, StreamObserver<DeleteTemplateResponse> to) {
    answer(
        to,
        () -> operated("DeleteTemplate", request.getName(), request, all -> deleted(all, request)));
  }

  @Override
  public void previewTemplate(
      PreviewTemplateRequest request, StreamObserver<PreviewTemplateResponse> to) {
    answer(
        to,
        () ->
            TemplateMessages.rendered(
                as(Scope.READ)
                    .preview(TemplateMessages.use(request), TemplateMessages.channel(request))));
  }

  private static PutTemplateResponse stored(Templates all, PutTemplateRequest request) {
    Template newest = all.put(request.getName(), TemplateMessages.content(request));
    return PutTemplateResponse.newBuilder().setTemplate(TemplateMessages.template(newest)).build();
  }

  private static DeleteTemplateResponse deleted(Templates all, DeleteTemplateRequest request) {
    if (!all.delete(request.getName())) {
      throw noTemplate(request.getName());
    }
    return DeleteTemplateResponse.getDefaultInstance();
  }

  private Template found(GetTemplateRequest request) {
    String name = request.getName();
    Templates all = as(Scope.READ);
    return (request.hasVersion() ? all.find(name, request.getVersion()) : all.find(name))
        .orElseThrow(() -> noTemplate(name));
  }

  private ListTemplatesResponse listed(ListTemplatesRequest request) {
    Page.Request asked = FromProto.page(request.getPageSize(), request.getPageToken());
    Page<Template> page =
        Page.of(as(Scope.READ).list(), asked, Template::name, Comparator.naturalOrder());
    ListTemplatesResponse.Builder answer = ListTemplatesResponse.newBuilder();
    page.items().stream().map(TemplateMessages::template).forEach(answer::addTemplates);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  private ListTemplateVersionsResponse versions(ListTemplateVersionsRequest request) {
    List<Template> all = as(Scope.READ).versions(request.getName());
    if (all.isEmpty()) {
      throw noTemplate(request.getName());
    }
    Page.Request asked = FromProto.page(request.getPageSize(), request.getPageToken());
    Page<Template> page =
        Page.of(all, asked, one -> Integer.toString(one.version()), Page.BY_NUMBER);
    ListTemplateVersionsResponse.Builder answer = ListTemplateVersionsResponse.newBuilder();
    page.items().stream().map(TemplateMessages::template).forEach(answer::addVersions);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  /// Runs an action of an operator and records it in the audit log.
  private <T> T operated(String action, String name, Message request, Function<Templates, T> deed) {
    return audit.during(action, name, request, () -> deed.apply(as(Scope.OPERATE)));
  }

  private Templates as(Scope needed) {
    return Callers.view(waybill, needed).templates();
  }

  private static WaybillException noTemplate(String name) {
    return new WaybillException(Code.NOT_FOUND, "there is no template " + Text.quote(name));
  }
}
