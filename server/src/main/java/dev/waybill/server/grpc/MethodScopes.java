package dev.waybill.server.grpc;

import dev.waybill.admin.Scope;
import dev.waybill.proto.v1.DocumentServiceGrpc;
import dev.waybill.proto.v1.InsightServiceGrpc;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.MessageServiceGrpc;
import dev.waybill.proto.v1.ScheduleServiceGrpc;
import dev.waybill.proto.v1.SuppressionServiceGrpc;
import dev.waybill.proto.v1.TemplateServiceGrpc;
import dev.waybill.proto.v1.TopicServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The scope that each method requires, so that a call can be refused before its message is read.
final class MethodScopes {

  private static final Map<Scope, List<MethodDescriptor<?, ?>>> BY_SCOPE =
      new EnumMap<>(Scope.class);
  private static final Map<String, Scope> BY_NAME = new HashMap<>();

  static {
    BY_SCOPE.put(
        Scope.PRODUCE,
        List.of(
            JobServiceGrpc.getEnqueueJobMethod(),
            JobServiceGrpc.getEnqueueJobsMethod(),
            TopicServiceGrpc.getPublishToTopicMethod(),
            MessageServiceGrpc.getSendMessageMethod(),
            MessageServiceGrpc.getSendMessagesMethod(),
            DocumentServiceGrpc.getUploadDocumentsMethod(),
            DocumentServiceGrpc.getCreateDiagramMethod()));
    BY_SCOPE.put(
        Scope.WORK,
        List.of(
            JobServiceGrpc.getDequeueJobsMethod(),
            JobServiceGrpc.getUpdateJobVisibilityMethod(),
            JobServiceGrpc.getUpdateJobVisibilitiesMethod(),
            JobServiceGrpc.getCompleteJobMethod(),
            JobServiceGrpc.getCompleteJobsMethod(),
            JobServiceGrpc.getReleaseJobMethod(),
            JobServiceGrpc.getPublishEventsMethod()));
    BY_SCOPE.put(
        Scope.READ,
        List.of(
            JobServiceGrpc.getGetJobMethod(),
            JobServiceGrpc.getListJobsMethod(),
            JobServiceGrpc.getStreamEventsMethod(),
            TopicServiceGrpc.getDryRunMethod(),
            ScheduleServiceGrpc.getGetScheduleMethod(),
            ScheduleServiceGrpc.getListSchedulesMethod(),
            MessageServiceGrpc.getGetMessageMethod(),
            MessageServiceGrpc.getGetMessageAttachmentMethod(),
            MessageServiceGrpc.getListMessagesMethod(),
            MessageServiceGrpc.getListMessageEventsMethod(),
            MessageServiceGrpc.getExplainMessageMethod(),
            TemplateServiceGrpc.getGetTemplateMethod(),
            TemplateServiceGrpc.getListTemplatesMethod(),
            TemplateServiceGrpc.getListTemplateVersionsMethod(),
            TemplateServiceGrpc.getPreviewTemplateMethod(),
            SuppressionServiceGrpc.getGetSuppressionMethod(),
            SuppressionServiceGrpc.getListSuppressionsMethod(),
            SuppressionServiceGrpc.getExportSuppressionsMethod(),
            DocumentServiceGrpc.getGetDocumentMethod(),
            DocumentServiceGrpc.getListDocumentsMethod(),
            DocumentServiceGrpc.getSearchDocumentsMethod(),
            DocumentServiceGrpc.getGetDiagramMethod(),
            DocumentServiceGrpc.getListDiagramsMethod(),
            InsightServiceGrpc.getListFailuresMethod(),
            InsightServiceGrpc.getGetSeriesMethod(),
            InsightServiceGrpc.getListWorkersMethod(),
            InsightServiceGrpc.getExplainJobMethod()));
    BY_SCOPE.put(
        Scope.OPERATE,
        List.of(
            JobServiceGrpc.getCancelJobMethod(),
            JobServiceGrpc.getDeleteJobMethod(),
            ScheduleServiceGrpc.getPutScheduleMethod(),
            ScheduleServiceGrpc.getDeleteScheduleMethod(),
            ScheduleServiceGrpc.getPauseMethod(),
            ScheduleServiceGrpc.getResumeMethod(),
            ScheduleServiceGrpc.getRunNowMethod(),
            MessageServiceGrpc.getResendMessageMethod(),
            MessageServiceGrpc.getCancelMessageMethod(),
            MessageServiceGrpc.getEraseMessageMethod(),
            MessageServiceGrpc.getEraseMessagesMethod(),
            TemplateServiceGrpc.getPutTemplateMethod(),
            TemplateServiceGrpc.getDeleteTemplateMethod(),
            SuppressionServiceGrpc.getAddSuppressionMethod(),
            SuppressionServiceGrpc.getAddSuppressionsMethod(),
            SuppressionServiceGrpc.getRemoveSuppressionMethod(),
            SuppressionServiceGrpc.getImportSuppressionsMethod(),
            DocumentServiceGrpc.getDeleteDocumentMethod(),
            DocumentServiceGrpc.getEraseDocumentMethod(),
            DocumentServiceGrpc.getDeleteDiagramMethod()));
    BY_SCOPE.forEach(
        (scope, methods) ->
            methods.forEach(method -> BY_NAME.put(method.getFullMethodName(), scope)));
  }

  private MethodScopes() {}

  static Scope of(MethodDescriptor<?, ?> method) {
    String name = method.getFullMethodName();
    return Objects.requireNonNull(BY_NAME.get(name), () -> name + " has no scope");
  }

  /// A method without a scope prevents the start, instead of being open to everybody.
  static ServerServiceDefinition checked(ServerServiceDefinition service) {
    service.getMethods().forEach(method -> of(method.getMethodDescriptor()));
    return service;
  }
}
