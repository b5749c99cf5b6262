package dev.waybill.server.grpc.mapping;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.insight.FailureGroup;
import dev.waybill.insight.FailureQuery;
import dev.waybill.insight.Failures;
import dev.waybill.insight.JobExplanation;
import dev.waybill.insight.LiveWorker;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.insight.SeriesStep;
import dev.waybill.proto.v1.ExplainJobResponse;
import dev.waybill.proto.v1.GetSeriesRequest;
import dev.waybill.proto.v1.GetSeriesResponse;
import dev.waybill.proto.v1.ListFailuresRequest;
import dev.waybill.proto.v1.ListFailuresResponse;
import dev.waybill.proto.v1.ListWorkersResponse;
import dev.waybill.proto.v1.QueueSeries;
import dev.waybill.proto.v1.RunningJob;
import java.util.List;
import java.util.Set;

/// Converts failures, figures, workers and explanations from and to messages.
public final class InsightMessages {

  private InsightMessages() {}

  public static FailureQuery failureQuery(ListFailuresRequest request) {
    Set<State> states =
        request.getStatesCount() == 0
            ? FailureQuery.FAILED
            : FromProto.states(request.getStatesList());
    return new FailureQuery(
        FromProto.orNull(request.getQueue()),
        FromProto.orNull(request.getType()),
        states,
        request.hasSince() ? FromProto.time(request.getSince()) : null,
        request.getLimit() == 0 ? FailureQuery.ALL.limit() : request.getLimit());
  }

  public static SeriesQuery seriesQuery(GetSeriesRequest request) {
    return new SeriesQuery(
        request.getQueuesList(),
        request.hasStep()
            ? SeriesStep.of(FromProto.duration(request.getStep()))
            : SeriesStep.MINUTE,
        request.hasFrom() ? FromProto.time(request.getFrom()) : null,
        request.hasTo() ? FromProto.time(request.getTo()) : null);
  }

  public static ListFailuresResponse failures(Failures failures) {
    return ListFailuresResponse.newBuilder()
        .addAllGroups(failures.groups().stream().map(InsightMessages::group).toList())
        .setTruncated(failures.truncated())
        .build();
  }

  private static dev.waybill.proto.v1.FailureGroup group(FailureGroup group) {
    return dev.waybill.proto.v1.FailureGroup.newBuilder()
        .setGroup(group.group())
        .setCode(group.cause().code())
        .setMessage(group.cause().message())
        .setQueue(group.place().queue())
        .setType(group.place().type())
        .setCount(group.count())
        .setFirstAt(ToProto.time(group.times().first()))
        .setLastAt(ToProto.time(group.times().last()))
        .addAllSampleJobIds(group.samples().stream().map(JobId::toString).toList())
        .build();
  }

  public static GetSeriesResponse series(Series series) {
    return GetSeriesResponse.newBuilder()
        .setStep(ToProto.duration(series.step().length()))
        .setFrom(ToProto.time(series.from()))
        .addAllTotal(points(series.total()))
        .addAllQueues(series.queues().stream().map(InsightMessages::queue).toList())
        .setTruncated(series.truncated())
        .build();
  }

  private static QueueSeries queue(Series.QueueSeries one) {
    return QueueSeries.newBuilder()
        .setQueue(one.queue())
        .addAllPoints(points(one.points()))
        .build();
  }

  private static List<dev.waybill.proto.v1.SeriesPoint> points(List<SeriesPoint> points) {
    return points.stream().map(InsightMessages::point).toList();
  }

  private static dev.waybill.proto.v1.SeriesPoint point(SeriesPoint point) {
    return dev.waybill.proto.v1.SeriesPoint.newBuilder()
        .setAt(ToProto.time(point.at()))
        .setEnqueued(point.flow().enqueued())
        .setStarted(point.flow().started())
        .setCompleted(point.flow().completed())
        .setFailed(point.flow().failed())
        .setDead(point.flow().dead())
        .setWaiting(point.level().waiting())
        .setRunning(point.level().running())
        .setOldestWaitingSeconds(point.level().oldestWaitingSeconds())
        .setWaitP50Seconds(point.waits().p50())
        .setWaitP99Seconds(point.waits().p99())
        .setRunP50Seconds(point.runs().p50())
        .setRunP99Seconds(point.runs().p99())
        .build();
  }

  public static ListWorkersResponse workers(List<LiveWorker> workers) {
    return ListWorkersResponse.newBuilder()
        .addAllWorkers(workers.stream().map(InsightMessages::worker).toList())
        .build();
  }

  private static dev.waybill.proto.v1.LiveWorker worker(LiveWorker worker) {
    return dev.waybill.proto.v1.LiveWorker.newBuilder()
        .setName(worker.name())
        .addAllQueues(worker.queues())
        .addAllRunningJobs(worker.running().stream().map(InsightMessages::running).toList())
        .setRunningCount(worker.runningCount())
        .setFirstSeenAt(ToProto.time(worker.figures().firstSeenAt()))
        .setLastSeenAt(ToProto.time(worker.figures().lastSeenAt()))
        .setCompleted(worker.figures().completed())
        .setFailed(worker.figures().failed())
        .build();
  }

  private static RunningJob running(LiveWorker.RunningJob job) {
    return RunningJob.newBuilder()
        .setJobId(job.id().toString())
        .setType(job.type())
        .setQueue(job.queue())
        .setAttempt(job.attempt())
        .setSince(ToProto.time(job.since()))
        .build();
  }

  public static ExplainJobResponse explanation(JobExplanation explanation) {
    return ExplainJobResponse.newBuilder()
        .setJobId(explanation.id().toString())
        .setState(ToProto.state(explanation.state()))
        .setSummary(explanation.summary())
        .addAllReasons(explanation.reasons())
        .setNext(explanation.next())
        .build();
  }
}
