package dev.waybill.server.http.api;

/// The groups of operations in the OpenAPI document.
enum Tag {
  JOBS("Jobs", "Enqueue, find, follow and change jobs."),
  LEASES("Leases", "Lease jobs and settle attempts, for workers."),
  QUEUES("Queues", "Statistics and settings of queues."),
  SCHEDULES("Schedules", "Start jobs and publish events by the clock."),
  TOPICS("Topics", "Publish events to subscribed queues."),
  SCHEMAS("Schemas", "Schemas of events, by type and version."),
  MESSAGES("Messages", "Messages and their notifications."),
  DOCUMENTS("Documents", "Upload files, search in them and draw diagrams."),
  TIMELINES("Timelines", "Everything with one correlation ID."),
  INSIGHT("Insight", "Failures in groups, figures over time and live workers."),
  OPERATIONS("Operations", "Change many jobs at once."),
  ADMINISTRATION("Administration", "API keys, audit log, token keys and search index."),
  SERVER("Server", "Version, health and metrics of the server.");

  private final String title;
  private final String summary;

  Tag(String title, String summary) {
    this.title = title;
    this.summary = summary;
  }

  String title() {
    return title;
  }

  String summary() {
    return summary;
  }

  /// By the first part of the path.
  static Tag of(Route route) {
    String first = route.path().text().replaceFirst("^/(v1/)?([^/]+).*", "$2");
    return switch (first) {
      case "jobs", "dead" -> JOBS;
      case "leases" -> LEASES;
      case "queues" -> QUEUES;
      case "schedules" -> SCHEDULES;
      case "topics", "filters" -> TOPICS;
      case "schemas", "asyncapi" -> SCHEMAS;
      case "messages", "message-hooks", "templates", "suppressions", "webhooks" -> MESSAGES;
      case "documents", "sessions", "search", "diagrams" -> DOCUMENTS;
      case "timelines" -> TIMELINES;
      case "failures", "series", "workers", "stream" -> INSIGHT;
      case "operations" -> OPERATIONS;
      case "keys", "audit", "token-keys", "catalog" -> ADMINISTRATION;
      default -> SERVER;
    };
  }
}
