package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Answering.answer;
import static dev.waybill.server.grpc.Answering.itemByItem;
import static dev.waybill.server.grpc.mapping.FromProto.checkCount;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.proto.v1.CancelJobRequest;
import dev.waybill.proto.v1.CancelJobResponse;
import dev.waybill.proto.v1.CompleteJobRequest;
import dev.waybill.proto.v1.CompleteJobResponse;
import dev.waybill.proto.v1.CompleteJobResult;
import dev.waybill.proto.v1.CompleteJobsRequest;
import dev.waybill.proto.v1.CompleteJobsResponse;
import dev.waybill.proto.v1.DeleteJobRequest;
import dev.waybill.proto.v1.DeleteJobResponse;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.DequeueJobsResponse;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.EnqueueJobResponse;
import dev.waybill.proto.v1.EnqueueJobResult;
import dev.waybill.proto.v1.EnqueueJobsRequest;
import dev.waybill.proto.v1.EnqueueJobsResponse;
import dev.waybill.proto.v1.GetJobRequest;
import dev.waybill.proto.v1.GetJobResponse;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.ListJobsRequest;
import dev.waybill.proto.v1.ListJobsResponse;
import dev.waybill.proto.v1.PublishEventsRequest;
import dev.waybill.proto.v1.PublishEventsResponse;
import dev.waybill.proto.v1.ReleaseJobRequest;
import dev.waybill.proto.v1.ReleaseJobResponse;
import dev.waybill.proto.v1.StreamEventsRequest;
import dev.waybill.proto.v1.StreamEventsResponse;
import dev.waybill.proto.v1.UpdateJobVisibilitiesRequest;
import dev.waybill.proto.v1.UpdateJobVisibilitiesResponse;
import dev.waybill.proto.v1.UpdateJobVisibilityRequest;
import dev.waybill.proto.v1.UpdateJobVisibilityResponse;
import dev.waybill.result.Changed;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Extended;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.server.auth.Access;
import dev.waybill.server.grpc.mapping.FromProto;
import dev.waybill.server.grpc.mapping.JobToProto;
import dev.waybill.server.grpc.mapping.ToProto;
import dev.waybill.settings.Limits;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;

/// The calls of `waybill.v1.JobService`: read the request, call Waybill as the caller's tenant,
/// write the answer.
final class JobCalls extends JobServiceGrpc.JobServiceImplBase {

  private final Waybill waybill;
  private final GrpcWaits waits;
  private final StreamCounts streams;
  private final GrpcSettings settings;

  private final GrpcAudit audit;

  JobCalls(
      Waybill waybill,
      GrpcWaits waits,
      StreamCounts streams,
      GrpcSettings settings,
      Access access) {
    this.waybill = waybill;
    this.waits = waits;
    this.streams = streams;
    this.settings = settings;
    this.audit = new GrpcAudit(access);
  }

  @Override
  public void enqueueJob(EnqueueJobRequest request, StreamObserver<EnqueueJobResponse> to) {
    answer(to, () -> ToProto.enqueued(as(Scope.PRODUCE).enqueue(FromProto.job(request))));
  }

  @Override
  public void enqueueJobs(EnqueueJobsRequest request, StreamObserver<EnqueueJobsResponse> to) {
    answer(to, () -> EnqueueJobsResponse.newBuilder().addAllResults(enqueued(request)).build());
  }

  @Override
  public void dequeueJobs(DequeueJobsRequest request, StreamObserver<DequeueJobsResponse> to) {
    try {
      new Dequeuing(as(Scope.WORK), waits, settings).answer(request, to);
    } catch (RuntimeException refused) {
      to.onError(GrpcErrors.of(refused));
    }
  }

  @Override
  public void updateJobVisibility(
      UpdateJobVisibilityRequest request, StreamObserver<UpdateJobVisibilityResponse> to) {
    answer(to, () -> extended(request));
  }

  @Override
  public void updateJobVisibilities(
      UpdateJobVisibilitiesRequest request, StreamObserver<UpdateJobVisibilitiesResponse> to) {
    answer(to, () -> extended(request));
  }

  @Override
  public void completeJob(CompleteJobRequest request, StreamObserver<CompleteJobResponse> to) {
    answer(
        to,
        () -> {
          State state = settled(FromProto.settlement(request));
          return CompleteJobResponse.newBuilder().setState(ToProto.state(state)).build();
        });
  }

  @Override
  public void completeJobs(CompleteJobsRequest request, StreamObserver<CompleteJobsResponse> to) {
    answer(to, () -> CompleteJobsResponse.newBuilder().addAllResults(settled(request)).build());
  }

  @Override
  public void releaseJob(ReleaseJobRequest request, StreamObserver<ReleaseJobResponse> to) {
    answer(
        to,
        () -> {
          TaskToken token = new TaskToken(request.getTaskToken());
          State state = settled(new Settlement(token, new Outcome.Release()));
          return ReleaseJobResponse.newBuilder().setState(ToProto.state(state)).build();
        });
  }

  @Override
  public void getJob(GetJobRequest request, StreamObserver<GetJobResponse> to) {
    answer(to, () -> found(request));
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> to) {
    answer(to, () -> listed(request));
  }

  @Override
  public void cancelJob(CancelJobRequest request, StreamObserver<CancelJobResponse> to) {
    answer(to, () -> cancelled(request));
  }

  @Override
  public void deleteJob(DeleteJobRequest request, StreamObserver<DeleteJobResponse> to) {
    answer(
        to, () -> audit.during("DeleteJob", request.getJobId(), request, () -> deleted(request)));
  }

  @Override
  public void publishEvents(
      PublishEventsRequest request, StreamObserver<PublishEventsResponse> to) {
    answer(to, () -> published(request));
  }

  @Override
  public void streamEvents(StreamEventsRequest request, StreamObserver<StreamEventsResponse> to) {
    try {
      StreamEventsCall.start(as(Scope.READ), waits, streams, request, to);
    } catch (RuntimeException refused) {
      to.onError(GrpcErrors.of(refused));
    }
  }

  private List<EnqueueJobResult> enqueued(EnqueueJobsRequest request) {
    checkCount(request.getJobsCount(), Limits.JOBS_PER_CALL);
    Waybill mine = as(Scope.PRODUCE);
    List<EnqueueResult> results =
        itemByItem(request.getJobsList(), FromProto::job, mine::enqueueAll, refused -> refused);
    return results.stream().map(ToProto::result).toList();
  }

  private UpdateJobVisibilityResponse extended(UpdateJobVisibilityRequest request) {
    Duration leaseDuration = FromProto.leaseDuration(request);
    List<TaskToken> token = List.of(new TaskToken(request.getTaskToken()));
    return switch (as(Scope.WORK).extend(token, leaseDuration).getFirst()) {
      case Extended extended -> ToProto.extended(extended);
      case Refused refused -> throw refused.asException();
    };
  }

  private UpdateJobVisibilitiesResponse extended(UpdateJobVisibilitiesRequest request) {
    checkCount(request.getTaskTokensCount(), Limits.LEASES_PER_CALL);
    Duration leaseDuration = FromProto.leaseDuration(request);
    UpdateJobVisibilitiesResponse.Builder answer = UpdateJobVisibilitiesResponse.newBuilder();
    as(Scope.WORK).extend(FromProto.tokens(request.getTaskTokensList()), leaseDuration).stream()
        .map(ToProto::result)
        .forEach(answer::addResults);
    return answer.build();
  }

  private State settled(Settlement settlement) {
    return switch (as(Scope.WORK).settle(List.of(settlement)).getFirst()) {
      case Settled(State state) -> state;
      case Refused refused -> throw refused.asException();
    };
  }

  private List<CompleteJobResult> settled(CompleteJobsRequest request) {
    checkCount(request.getJobsCount(), Limits.LEASES_PER_CALL);
    Waybill mine = as(Scope.WORK);
    List<SettleResult> results =
        itemByItem(request.getJobsList(), FromProto::settlement, mine::settle, refused -> refused);
    return results.stream().map(ToProto::result).toList();
  }

  private GetJobResponse found(GetJobRequest request) {
    JobId id = JobId.parse(request.getJobId());
    Waybill mine = as(Scope.READ);
    Job job =
        mine.find(id)
            .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "there is no job " + id));
    GetJobResponse.Builder answer = GetJobResponse.newBuilder().setJob(JobToProto.whole(job));
    if (request.getIncludeAttempts()) {
      mine.attempts(id).stream().map(ToProto::attempt).forEach(answer::addAttempts);
    }
    return answer.build();
  }

  private ListJobsResponse listed(ListJobsRequest request) {
    Page<Job> page = as(Scope.READ).list(FromProto.filter(request), FromProto.page(request));
    ListJobsResponse.Builder answer =
        ListJobsResponse.newBuilder().setIncomplete(page.incomplete());
    page.items().stream().map(JobToProto::listed).forEach(answer::addJobs);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  private CancelJobResponse cancelled(CancelJobRequest request) {
    return audit.during(
        "CancelJob", request.getJobId(), request, () -> cancelledUnwatched(request));
  }

  private CancelJobResponse cancelledUnwatched(CancelJobRequest request) {
    return switch (as(Scope.OPERATE).cancel(JobId.parse(request.getJobId()))) {
      case Changed(Job job) -> CancelJobResponse.newBuilder().setJob(JobToProto.whole(job)).build();
      case Refused refused -> throw refused.asException();
    };
  }

  private DeleteJobResponse deleted(DeleteJobRequest request) {
    as(Scope.OPERATE).delete(JobId.parse(request.getJobId()));
    return DeleteJobResponse.getDefaultInstance();
  }

  private PublishEventsResponse published(PublishEventsRequest request) {
    checkCount(request.getEventsCount(), Limits.EVENTS_PER_CALL);
    List<NewEvent> events = request.getEventsList().stream().map(FromProto::event).toList();
    return switch (as(Scope.WORK).publish(new TaskToken(request.getTaskToken()), events)) {
      case Published(int added, int repeated) ->
          PublishEventsResponse.newBuilder().setAdded(added).setRepeated(repeated).build();
      case Refused refused -> throw refused.asException();
    };
  }

  private Waybill as(Scope needed) {
    return Callers.view(waybill, needed);
  }
}
