package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Answering.answer;
import static dev.waybill.server.grpc.Answering.itemByItem;
import static dev.waybill.server.grpc.mapping.FromProto.checkCount;

import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.proto.v1.DryRunRequest;
import dev.waybill.proto.v1.DryRunResponse;
import dev.waybill.proto.v1.PublishToTopicRequest;
import dev.waybill.proto.v1.PublishToTopicResponse;
import dev.waybill.proto.v1.TopicServiceGrpc;
import dev.waybill.server.grpc.mapping.TopicMessages;
import dev.waybill.settings.Limits;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.Topics;
import io.grpc.stub.StreamObserver;

/// The calls of `waybill.v1.TopicService`.
final class TopicCalls extends TopicServiceGrpc.TopicServiceImplBase {

  private final Waybill waybill;

  TopicCalls(Waybill waybill) {
    this.waybill = waybill;
  }

  @Override
  public void publishToTopic(
      PublishToTopicRequest request, StreamObserver<PublishToTopicResponse> to) {
    answer(to, () -> published(request));
  }

  @Override
  public void dryRun(DryRunRequest request, StreamObserver<DryRunResponse> to) {
    answer(to, () -> judged(request));
  }

  private PublishToTopicResponse published(PublishToTopicRequest request) {
    checkCount(request.getEventsCount(), Limits.EVENTS_PER_CALL);
    Topics topics = as(Scope.PRODUCE);
    return PublishToTopicResponse.newBuilder()
        .addAllResults(
            itemByItem(
                request.getEventsList(),
                TopicMessages::event,
                events ->
                    topics.publishAll(request.getTopic(), events).stream()
                        .map(TopicMessages::result)
                        .toList(),
                refused ->
                    TopicMessages.result(new NotPublished(refused.code(), refused.detail()))))
        .build();
  }

  private DryRunResponse judged(DryRunRequest request) {
    DryRunResponse.Builder answer = DryRunResponse.newBuilder();
    as(Scope.READ)
        .dryRun(request.getTopic(), TopicMessages.event(request.getEvent()))
        .forEach(verdict -> answer.addVerdicts(TopicMessages.verdict(verdict)));
    return answer.build();
  }

  private Topics as(Scope needed) {
    return Callers.view(waybill, needed).topics();
  }
}
