package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Settings;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventServices;
import dev.waybill.spi.MessageServices;
import dev.waybill.spi.ScheduleServices;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// What is built on jobs, as far as it is on the class path.
final class Services {

  static final Services NONE = new Services(null, null, null);

  private final @Nullable EventServices events;
  private final @Nullable MessageServices messages;
  private final @Nullable ScheduleServices schedules;

  private Services(
      @Nullable EventServices events,
      @Nullable MessageServices messages,
      @Nullable ScheduleServices schedules) {
    this.events = events;
    this.messages = messages;
    this.schedules = schedules;
  }

  static Services over(Backend backend, Waybill waybill, Settings settings) {
    EventServices events =
        ServiceLoader.load(EventServices.Provider.class)
            .findFirst()
            .map(provider -> provider.open(backend, waybill, settings))
            .orElse(null);
    MessageServices messages = events == null ? null : messages(backend, waybill, events, settings);
    var targets = new ScheduleServices.Targets(events, messages);
    ScheduleServices schedules =
        ServiceLoader.load(ScheduleServices.Provider.class)
            .findFirst()
            .map(provider -> provider.open(backend, waybill, targets, settings))
            .orElse(null);
    return new Services(events, messages, schedules);
  }

  private static @Nullable MessageServices messages(
      Backend backend, Waybill waybill, EventServices events, Settings settings) {
    return ServiceLoader.load(MessageServices.Provider.class)
        .findFirst()
        .map(provider -> provider.open(backend, waybill, events, settings))
        .orElse(null);
  }

  List<Timeline.Entry> story(Job job) {
    return messages == null ? List.of() : messages.story(job);
  }

  EventServices events() {
    if (events == null) {
      throw missing("there are no topics on the class path; add waybill-events");
    }
    return events;
  }

  MessageServices messages() {
    if (messages == null) {
      throw missing("there are no messages on the class path; add waybill-messages");
    }
    return messages;
  }

  ScheduleServices schedules() {
    if (schedules == null) {
      throw missing("there are no schedules on the class path; add waybill-schedules");
    }
    return schedules;
  }

  void close() {
    if (schedules != null) {
      schedules.close();
    }
  }

  private static WaybillException missing(String words) {
    return new WaybillException(Code.INVALID_ARGUMENT, words);
  }
}
