package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Answering.answer;

import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.insight.Insight;
import dev.waybill.proto.v1.ExplainJobRequest;
import dev.waybill.proto.v1.ExplainJobResponse;
import dev.waybill.proto.v1.GetSeriesRequest;
import dev.waybill.proto.v1.GetSeriesResponse;
import dev.waybill.proto.v1.InsightServiceGrpc;
import dev.waybill.proto.v1.ListFailuresRequest;
import dev.waybill.proto.v1.ListFailuresResponse;
import dev.waybill.proto.v1.ListWorkersRequest;
import dev.waybill.proto.v1.ListWorkersResponse;
import dev.waybill.server.grpc.mapping.InsightMessages;
import io.grpc.stub.StreamObserver;

/// The calls of `waybill.v1.InsightService`.
final class InsightCalls extends InsightServiceGrpc.InsightServiceImplBase {

  private final Waybill waybill;

  InsightCalls(Waybill waybill) {
    this.waybill = waybill;
  }

  @Override
  public void listFailures(ListFailuresRequest request, StreamObserver<ListFailuresResponse> to) {
    answer(
        to,
        () -> InsightMessages.failures(insight().failures(InsightMessages.failureQuery(request))));
  }

  @Override
  public void getSeries(GetSeriesRequest request, StreamObserver<GetSeriesResponse> to) {
    answer(
        to, () -> InsightMessages.series(insight().series(InsightMessages.seriesQuery(request))));
  }

  @Override
  public void listWorkers(ListWorkersRequest request, StreamObserver<ListWorkersResponse> to) {
    answer(to, () -> InsightMessages.workers(insight().workers()));
  }

  @Override
  public void explainJob(ExplainJobRequest request, StreamObserver<ExplainJobResponse> to) {
    answer(
        to, () -> InsightMessages.explanation(insight().explain(JobId.parse(request.getJobId()))));
  }

  private Insight insight() {
    return Callers.view(waybill, Scope.READ).service(Insight.class);
  }
}
