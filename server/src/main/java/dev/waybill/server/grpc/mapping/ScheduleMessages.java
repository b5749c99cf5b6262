package dev.waybill.server.grpc.mapping;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.waybill.proto.v1.PutScheduleRequest;
import dev.waybill.proto.v1.ScheduleFiring;
import dev.waybill.proto.v1.StartedJob;
import dev.waybill.proto.v1.UpcomingFiring;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Upcoming;
import dev.waybill.wire.schedule.ScheduleJson;
import java.util.Locale;

/// Converts schedules from and to messages. A definition is JSON, as over HTTP.
public final class ScheduleMessages {

  private ScheduleMessages() {}

  public static Schedule wanted(PutScheduleRequest request) {
    return ScheduleJson.DEFINITION
        .read(request.getDefinition().toByteArray())
        .withName(request.getName());
  }

  public static dev.waybill.proto.v1.ScheduleStatus status(ScheduleStatus status) {
    var message =
        dev.waybill.proto.v1.ScheduleStatus.newBuilder()
            .setSchedule(schedule(status.definition()))
            .addAllWarnings(status.warnings());
    status.upcoming().forEach(one -> message.addUpcoming(upcoming(one)));
    status.last().forEach(one -> message.addLast(firing(one)));
    status
        .skipped()
        .forEach(
            (reason, count) -> message.putSkipped(reason.name().toLowerCase(Locale.ROOT), count));
    return message.build();
  }

  public static dev.waybill.proto.v1.Schedule schedule(DefinedSchedule defined) {
    Schedule schedule = defined.schedule();
    var message =
        dev.waybill.proto.v1.Schedule.newBuilder()
            .setName(schedule.name())
            .setDefinition(definition(schedule))
            .setVersion(defined.version())
            .setCreatedAt(ToProto.time(defined.createdAt()))
            .setChangedAt(ToProto.time(defined.changedAt()))
            .setPaused(schedule.paused());
    if (defined.next() != null) {
      message.setNextAt(ToProto.time(defined.next()));
    }
    return message.build();
  }

  public static ScheduleFiring firing(Firing firing) {
    ScheduleFiring.Builder message =
        ScheduleFiring.newBuilder()
            .setSlot(ToProto.time(firing.slot()))
            .setByHand(firing.byHand())
            .setFiredAt(ToProto.time(firing.firedAt()));
    for (Firing.Started job : firing.jobs()) {
      message.addJobs(StartedJob.newBuilder().setJobId(job.id().toString()).setQueue(job.queue()));
    }
    return message.build();
  }

  private static UpcomingFiring upcoming(Upcoming upcoming) {
    return UpcomingFiring.newBuilder()
        .setSlot(ToProto.time(upcoming.slot()))
        .setAt(ToProto.time(upcoming.at()))
        .build();
  }

  private static ByteString definition(Schedule schedule) {
    return UnsafeByteOperations.unsafeWrap(ScheduleJson.DEFINITION.bytes(schedule));
  }
}
