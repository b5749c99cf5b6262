package dev.waybill.client;

import dev.waybill.JobId;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.insight.FailureQuery;
import dev.waybill.insight.Failures;
import dev.waybill.insight.Insight;
import dev.waybill.insight.JobExplanation;
import dev.waybill.insight.LiveWorker;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.wire.insight.FailuresJson;
import dev.waybill.wire.insight.JobExplanationJson;
import dev.waybill.wire.insight.SeriesJson;
import dev.waybill.wire.insight.WorkersJson;
import java.util.List;

/// What happens on a server.
final class RemoteInsight implements Insight {

  private final HttpTransport transport;

  RemoteInsight(HttpTransport transport) {
    this.transport = transport;
  }

  @Override
  public Failures failures(FailureQuery query) {
    return transport.send(HttpCall.get(Paths.failures(query))).read(FailuresJson.DOCUMENT);
  }

  @Override
  public Series series(SeriesQuery query) {
    return transport.send(HttpCall.get(Paths.series(query))).read(SeriesJson.DOCUMENT);
  }

  @Override
  public List<LiveWorker> workers() {
    return transport.send(HttpCall.get("/v1/workers")).read(WorkersJson.LIST);
  }

  @Override
  public JobExplanation explain(JobId id) {
    return transport
        .send(HttpCall.get(Paths.job(id, "/explain")))
        .read(JobExplanationJson.DOCUMENT);
  }
}
