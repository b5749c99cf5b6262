package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Answering.answer;

import com.google.protobuf.Message;
import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.proto.v1.DeleteScheduleRequest;
import dev.waybill.proto.v1.DeleteScheduleResponse;
import dev.waybill.proto.v1.GetScheduleRequest;
import dev.waybill.proto.v1.GetScheduleResponse;
import dev.waybill.proto.v1.ListSchedulesRequest;
import dev.waybill.proto.v1.ListSchedulesResponse;
import dev.waybill.proto.v1.PauseRequest;
import dev.waybill.proto.v1.PauseResponse;
import dev.waybill.proto.v1.PutScheduleRequest;
import dev.waybill.proto.v1.PutScheduleResponse;
import dev.waybill.proto.v1.ResumeRequest;
import dev.waybill.proto.v1.ResumeResponse;
import dev.waybill.proto.v1.RunNowRequest;
import dev.waybill.proto.v1.RunNowResponse;
import dev.waybill.proto.v1.ScheduleFiring;
import dev.waybill.proto.v1.ScheduleServiceGrpc;
import dev.waybill.proto.v1.ScheduleStatus;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Schedules;
import dev.waybill.server.auth.Access;
import dev.waybill.server.grpc.mapping.FromProto;
import dev.waybill.server.grpc.mapping.ScheduleMessages;
import io.grpc.stub.StreamObserver;
import java.util.function.Function;

/// The calls of `waybill.v1.ScheduleService`.
final class ScheduleCalls extends ScheduleServiceGrpc.ScheduleServiceImplBase {

  private final Waybill waybill;
  private final GrpcAudit audit;

  ScheduleCalls(Waybill waybill, Access access) {
    this.waybill = waybill;
    this.audit = new GrpcAudit(access);
  }

  @Override
  public void putSchedule(PutScheduleRequest request, StreamObserver<PutScheduleResponse> to) {
    answer(to, () -> put(request));
  }

  @Override
  public void getSchedule(GetScheduleRequest request, StreamObserver<GetScheduleResponse> to) {
    answer(to, () -> GetScheduleResponse.newBuilder().setStatus(found(request.getName())).build());
  }

  @Override
  public void listSchedules(
      ListSchedulesRequest request, StreamObserver<ListSchedulesResponse> to) {
    answer(to, () -> listed(request));
  }

  @Override
  public void deleteSchedule(
      DeleteScheduleRequest request, StreamObserver<DeleteScheduleResponse> to) {
    answer(
        to,
        () -> operated("DeleteSchedule", request.getName(), request, all -> deleted(all, request)));
  }

  @Override
  public void pause(PauseRequest request, StreamObserver<PauseResponse> to) {
    answer(to, () -> paused(request));
  }

  @Override
  public void resume(ResumeRequest request, StreamObserver<ResumeResponse> to) {
    answer(to, () -> resumed(request));
  }

  @Override
  public void runNow(RunNowRequest request, StreamObserver<RunNowResponse> to) {
    answer(to, () -> run(request));
  }

  private PutScheduleResponse put(PutScheduleRequest request) {
    ScheduleStatus status =
        starting(
            "PutSchedule",
            request.getName(),
            request,
            all -> ScheduleMessages.status(all.put(ScheduleMessages.wanted(request))));
    return PutScheduleResponse.newBuilder().setStatus(status).build();
  }

  private PauseResponse paused(PauseRequest request) {
    String name = request.getName();
    ScheduleStatus status =
        operated("Pause", name, request, all -> ScheduleMessages.status(all.pause(name)));
    return PauseResponse.newBuilder().setStatus(status).build();
  }

  private ResumeResponse resumed(ResumeRequest request) {
    String name = request.getName();
    ScheduleStatus status =
        operated("Resume", name, request, all -> ScheduleMessages.status(all.resume(name)));
    return ResumeResponse.newBuilder().setStatus(status).build();
  }

  private RunNowResponse run(RunNowRequest request) {
    String name = request.getName();
    String key = request.getKey().isEmpty() ? null : request.getKey();
    ScheduleFiring firing =
        starting("RunNow", name, request, all -> ScheduleMessages.firing(all.runNow(name, key)));
    return RunNowResponse.newBuilder().setFiring(firing).build();
  }

  private ScheduleStatus found(String name) {
    return as(Scope.READ)
        .find(name)
        .map(ScheduleMessages::status)
        .orElseThrow(() -> noSchedule(name));
  }

  private ListSchedulesResponse listed(ListSchedulesRequest request) {
    Page<DefinedSchedule> page =
        as(Scope.READ).list(FromProto.page(request.getPageSize(), request.getPageToken()));
    ListSchedulesResponse.Builder answer = ListSchedulesResponse.newBuilder();
    page.items().stream().map(ScheduleMessages::schedule).forEach(answer::addSchedules);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  private static DeleteScheduleResponse deleted(Schedules all, DeleteScheduleRequest request) {
    if (!all.delete(request.getName())) {
      throw noSchedule(request.getName());
    }
    return DeleteScheduleResponse.getDefaultInstance();
  }

  /// Runs an action of an operator and records it in the audit log.
  private <T> T operated(String action, String name, Message request, Function<Schedules, T> deed) {
    return audit.during(action, name, request, () -> deed.apply(as(Scope.OPERATE)));
  }

  /// Also requires `produce`, because a schedule produces jobs and events.
  private <T> T starting(String action, String name, Message request, Function<Schedules, T> deed) {
    return operated(
        action,
        name,
        request,
        all -> {
          Callers.require(Scope.PRODUCE);
          return deed.apply(all);
        });
  }

  private Schedules as(Scope needed) {
    return Callers.view(waybill, needed).schedules();
  }

  private static WaybillException noSchedule(String name) {
    return new WaybillException(Code.NOT_FOUND, "there is no schedule " + Text.quote(name));
  }
}
