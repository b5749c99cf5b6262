package dev.waybill.server.http.routes;

import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.admin.Scope;
import dev.waybill.result.FieldError;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.stream.EventBody;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Verdict;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.topic.FilterTestJson;
import dev.waybill.wire.topic.FilterVerdictJson;
import dev.waybill.wire.topic.PublishAnswerJson;
import dev.waybill.wire.topic.TopicEventJson;
import dev.waybill.wire.topic.VerdictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Publishes events: one in its own envelope, or many in a list.
final class PublishRoutes {

  private static final String EVENTS = "/v1/topics/{topic}/events";

  private PublishRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.post(EVENTS, Scope.PRODUCE, "Publish an event", PublishRoutes::one)
            .reads(Route.Body.EVENTS)
            .answers(201, PublishAnswerJson.DOCUMENT, "Every matching queue has the event.")
            .answers(
                200,
                PublishAnswerJson.LIST,
                "For a batch of CloudEvents, one result per event. A single event that every queue"
                    + " already had is answered as with 201, and with `Idempotent-Replayed:"
                    + " true`."),
        Route.post(EVENTS + "/batch", Scope.PRODUCE, "Publish many events", PublishRoutes::many)
            .reads(
                TopicEventJson.LIST,
                """
                {"events": [{"type": "order.paid", "id": "7-paid", "body": {"order": 7}, \
                "attributes": {"country": "pt"}}]}\
                """)
            .answers(200, PublishAnswerJson.LIST, "One result per event, in order."),
        Route.post(
                "/v1/topics/{topic}/dry-run",
                Scope.READ,
                "Find the queues that would get an event",
                PublishRoutes::dryRun)
            .reads(TopicEventJson.DOCUMENT, "{\"type\": \"order.paid\", \"body\": {\"order\": 7}}")
            .answers(200, VerdictJson.LIST, "One verdict per subscription. Nothing is published."),
        Route.post(
                "/v1/filters/test",
                Scope.READ,
                "Try a filter policy on an event",
                PublishRoutes::tryFilter)
            .reads(
                FilterTestJson.DOCUMENT,
                """
                {"filter": {"country": ["pt"]}, "event": {"type": "order.paid", "body": {}, \
                "attributes": {"country": "es"}}}\
                """)
            .answers(
                200, FilterVerdictJson.DOCUMENT, "The verdict. Nothing is stored or published."),
        Route.get(
                "/v1/topics/{topic}/deliveries",
                Scope.READ,
                "List the jobs of an event",
                PublishRoutes::deliveries)
            .asks(
                Route.Parameter.required("event_id", "The ID of the event."),
                Filters.CURSOR,
                Filters.LIMIT,
                Filters.ENCODING)
            .answers(200, JobJson.PAGE, "One job per subscription."));
  }

  private static Reply one(RouteCall call) {
    EventBody body = EventBody.of(call);
    if (body.isBatch()) {
      return publishAll(call, body.events());
    }
    return switch (topics(call).publishAll(call.value("topic"), body.events()).getFirst()) {
      case Published published -> published(published);
      case NotPublished refused -> throw problem(refused);
    };
  }

  /// As for jobs: 200 if every queue already had the event.
  private static Reply published(Published published) {
    Reply.Document reply =
        Reply.json(published.known() ? 200 : 201, PublishAnswerJson.DOCUMENT, published);
    return published.known() ? reply.with(Map.of("Idempotent-Replayed", "true")) : reply;
  }

  private static Reply many(RouteCall call) {
    List<TopicEvent> events = new ArrayList<>();
    call.document(TopicEventJson.LIST).forEach(event -> events.add(EventBody.traced(event)));
    return publishAll(call, events);
  }

  private static Reply publishAll(RouteCall call, List<TopicEvent> events) {
    List<PublishAnswer> answers = topics(call).publishAll(call.value("topic"), events);
    return Reply.json(200, PublishAnswerJson.LIST, answers);
  }

  private static Reply dryRun(RouteCall call) {
    TopicEvent event = call.document(TopicEventJson.DOCUMENT);
    List<Verdict> verdicts = topics(call).dryRun(call.value("topic"), event);
    return Reply.json(200, VerdictJson.LIST, verdicts);
  }

  private static Reply tryFilter(RouteCall call) {
    FilterTestJson test = call.document(FilterTestJson.DOCUMENT);
    List<String> reasons = topics(call).tryFilter(test.filter(), test.scope(), test.event());
    return Reply.json(200, FilterVerdictJson.DOCUMENT, reasons);
  }

  private static Reply deliveries(RouteCall call) {
    Page<Job> jobs =
        topics(call)
            .deliveries(
                call.value("topic"), call.query().required("event_id"), Filters.page(call.query()));
    return Reply.json(200, call.query().encoding(), JobJson.PAGE, jobs);
  }

  private static Topics topics(RouteCall call) {
    return call.waybill().topics();
  }

  /// Lists every violation of the envelope's rules or the type's schema.
  private static RuntimeException problem(NotPublished refused) {
    if (refused.violations().isEmpty()) {
      return refused.asException();
    }
    return new InvalidDocument(
        refused.code(),
        refused.detail(),
        refused.violations().stream()
            .map(one -> new FieldError(one.pointer(), refused.code().wire(), one.message()))
            .toList());
  }
}
