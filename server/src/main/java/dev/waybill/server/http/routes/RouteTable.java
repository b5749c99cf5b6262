package dev.waybill.server.http.routes;

import dev.waybill.server.auth.Access;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.McpMode;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteExtension;
import dev.waybill.server.http.api.Routes;
import dev.waybill.server.http.connection.DelayedTasks;
import dev.waybill.server.http.connection.Exchanges;
import dev.waybill.server.http.connection.HttpAudit;
import dev.waybill.server.http.connection.HttpWaits;
import dev.waybill.server.http.connection.RouteCaller;
import dev.waybill.server.http.console.InsightRoutes;
import dev.waybill.server.http.console.OverviewStreams;
import dev.waybill.server.http.console.SessionRoutes;
import dev.waybill.server.http.operation.Operations;
import dev.waybill.server.http.pages.ConsolePages;
import dev.waybill.server.telemetry.MetricsPage;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// Builds the table of routes, in the order of the description.
public final class RouteTable {

  private RouteTable() {}

  /// Parts of the server that routes need.
  ///
  /// @param metrics null for no page with metrics
  public record Parts(Access access, ConsolePages pages, @Nullable MetricsPage metrics) {

    static final Parts NONE = new Parts(Access.open(), ConsolePages.none(), null);
  }

  public static Routes of(
      Exchanges exchanges,
      HttpWaits waits,
      DelayedTasks ticker,
      Operations operations,
      HttpLimits limits) {
    return of(exchanges, waits, ticker, operations, limits, Parts.NONE);
  }

  public static Routes of(
      Exchanges exchanges,
      HttpWaits waits,
      DelayedTasks ticker,
      Operations operations,
      HttpLimits limits,
      Parts parts) {
    List<Route> routes = new ArrayList<>();
    InProgress inProgress = new InProgress();
    routes.addAll(new EnqueueRoutes(inProgress).routes());
    routes.addAll(new JobRoutes(waits, ticker).routes());
    routes.addAll(JobDataRoutes.routes());
    routes.addAll(new EventRoutes().routes());
    routes.addAll(new LeaseRoutes(waits).routes());
    routes.addAll(new QueueRoutes().routes());
    routes.addAll(QueueSettingsRoutes.routes());
    routes.addAll(ScheduleRoutes.routes());
    routes.addAll(TopicRoutes.routes());
    routes.addAll(PublishRoutes.routes());
    routes.addAll(SchemaRoutes.routes());
    routes.addAll(MessageRoutes.routes());
    routes.add(WebhookRoute.route());
    routes.addAll(TemplateRoutes.routes());
    routes.addAll(MessageHookRoutes.routes());
    routes.addAll(SuppressionRoutes.routes());
    routes.addAll(new DocumentRoutes(inProgress).routes());
    routes.addAll(new DiagramRoutes(inProgress).routes());
    routes.addAll(TimelineRoutes.routes());
    routes.addAll(new OperationRoutes(operations, inProgress).routes());
    routes.addAll(AdminRoutes.routes());
    routes.addAll(new InsightRoutes(new OverviewStreams()).routes());
    routes.addAll(new SessionRoutes(parts.access(), limits.console()).routes());
    routes.add(InfoRoutes.route());
    routes.addAll(new HealthRoutes(exchanges).routes());
    if (parts.metrics() != null) {
      routes.add(MetricsRoute.of(parts.metrics()));
    }
    if (limits.mcp() != McpMode.OFF) {
      RouteCaller caller = new RouteCaller(routes, HttpAudit.of(parts.access()));
      ServiceLoader.load(RouteExtension.class)
          .forEach(extension -> routes.addAll(extension.routes(caller, limits)));
    }
    if (limits.docs()) {
      routes.addAll(DocsRoutes.about(routes));
    }
    return new Routes(List.copyOf(routes));
  }
}
