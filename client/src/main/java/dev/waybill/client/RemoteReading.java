package dev.waybill.client;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.EventFeed;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.client.call.CallAnswer;
import dev.waybill.client.call.Download;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.client.call.RefusedCall;
import dev.waybill.wire.job.AttemptJson;
import dev.waybill.wire.job.JobEventJson;
import dev.waybill.wire.job.JobJson;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/// Reads jobs, attempts and events.
final class RemoteReading {

  private final HttpTransport transport;

  RemoteReading(HttpTransport transport) {
    this.transport = transport;
  }

  Optional<Job> find(JobId id) {
    try {
      CallAnswer answer = transport.send(HttpCall.get(Paths.job(id, "?encoding=base64")));
      return Optional.of(answer.read(JobJson.DOCUMENT));
    } catch (RefusedCall refused) {
      refused.orThrow(Code.NOT_FOUND);
      return Optional.empty();
    }
  }

  InputStream open(String path) {
    return new Download(transport, HttpCall.get(path));
  }

  List<Attempt> attempts(JobId id) {
    return transport.send(HttpCall.get(Paths.job(id, "/attempts"))).read(AttemptJson.LIST);
  }

  Page<Job> list(JobFilter filter, Page.Request page) {
    if (filter.states().isEmpty()) {
      return new Page<>(List.of(), null);
    }
    return transport.send(HttpCall.get(Paths.list(filter, page))).read(JobJson.PAGE);
  }

  List<JobEvent> events(JobId id, EventCursor after, int max) {
    return transport
        .send(HttpCall.get(Paths.events(id, after, "&limit=" + max)))
        .read(JobEventJson.PAGE)
        .items();
  }

  /// Refuses an unknown job here, not during the iteration.
  EventFeed follow(JobId id, EventCursor after) {
    events(id, after, 1);
    return () -> new RemoteEventTail(transport, id, after);
  }
}
