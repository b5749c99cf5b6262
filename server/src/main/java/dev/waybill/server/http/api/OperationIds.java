package dev.waybill.server.http.api;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The operation ID of a route, such as `enqueueJob`. It is part of the API: generated clients use
/// it.
final class OperationIds {

  private static final Map<String, String> NAMES =
      Stream.of(
              "POST /v1/jobs enqueueJob",
              "POST /v1/jobs/batch enqueueJobs",
              "POST /v1/jobs/upload uploadJob",
              "GET /v1/jobs listJobs",
              "GET /v1/dead listDeadJobs",
              "GET /v1/jobs/{id} getJob",
              "DELETE /v1/jobs/{id} deleteJob",
              "GET /v1/jobs/{id}/attempts listAttempts",
              "GET /v1/jobs/{id}/events readJobEvents",
              "GET /v1/jobs/{id}/payload getJobPayload",
              "GET /v1/jobs/{id}/result getJobResult",
              "POST /v1/jobs/{id}/cancel cancelJob",
              "POST /v1/jobs/{id}/retry retryJob",
              "POST /v1/jobs/{id}/redrive redriveJob",
              "POST /v1/leases leaseJobs",
              "POST /v1/leases/extend extendLeases",
              "POST /v1/leases/settle settleLeases",
              "POST /v1/leases/events publishJobEvents",
              "GET /v1/queues listQueues",
              "GET /v1/queues/{queue} getQueue",
              "POST /v1/queues/{queue}/pause pauseQueue",
              "POST /v1/queues/{queue}/resume resumeQueue",
              "POST /v1/queues/{queue}/purge purgeQueue",
              "GET /v1/queues/{queue}/settings getQueueSettings",
              "PUT /v1/queues/{queue}/settings replaceQueueSettings",
              "PATCH /v1/queues/{queue}/settings updateQueueSettings",
              "GET /v1/schedules listSchedules",
              "POST /v1/schedules/preview previewSchedule",
              "GET /v1/schedules/{name} getSchedule",
              "PUT /v1/schedules/{name} putSchedule",
              "DELETE /v1/schedules/{name} deleteSchedule",
              "POST /v1/schedules/{name}/pause pauseSchedule",
              "POST /v1/schedules/{name}/resume resumeSchedule",
              "POST /v1/schedules/{name}/run runSchedule",
              "GET /v1/schedules/{name}/history listFirings",
              "GET /v1/topics listTopics",
              "GET /v1/topics/{topic} getTopic",
              "PUT /v1/topics/{topic} putTopic",
              "DELETE /v1/topics/{topic} deleteTopic",
              "GET /v1/topics/{topic}/subscriptions listSubscriptions",
              "PUT /v1/topics/{topic}/subscriptions/{subscription} putSubscription",
              "DELETE /v1/topics/{topic}/subscriptions/{subscription} deleteSubscription",
              "POST /v1/topics/{topic}/events publishEvent",
              "POST /v1/topics/{topic}/events/batch publishEvents",
              "POST /v1/topics/{topic}/dry-run dryRunEvent",
              "POST /v1/filters/test testFilter",
              "GET /v1/topics/{topic}/deliveries listDeliveries",
              "POST /v1/topics/{topic}/messages createTopicMessage",
              "POST /v1/messages sendMessage",
              "POST /v1/messages/batch sendMessages",
              "GET /v1/messages listMessages",
              "GET /v1/messages/{id} getMessage",
              "GET /v1/messages/{id}/explain explainMessage",
              "POST /v1/messages/{id}/resend resendMessage",
              "POST /v1/messages/{id}/cancel cancelMessage",
              "POST /v1/messages/{id}/erase eraseMessage",
              "POST /v1/messages/erase eraseMessages",
              "GET /v1/receipt-keys listReceiptKeys",
              "POST /v1/webhooks/{provider} receiveWebhook",
              "POST /v1/suppressions addSuppression",
              "POST /v1/suppressions/batch addSuppressions",
              "GET /v1/suppressions listSuppressions",
              "GET /v1/suppressions/export exportSuppressions",
              "POST /v1/suppressions/import importSuppressions",
              "POST /v1/suppressions/find findSuppression",
              "POST /v1/suppressions/remove removeSuppression",
              "GET /v1/message-hooks listMessageHooks",
              "GET /v1/message-hooks/{name} getMessageHook",
              "PUT /v1/message-hooks/{name} putMessageHook",
              "DELETE /v1/message-hooks/{name} deleteMessageHook",
              "GET /v1/templates listTemplates",
              "GET /v1/templates/{name} getTemplate",
              "PUT /v1/templates/{name} putTemplate",
              "DELETE /v1/templates/{name} deleteTemplate",
              "GET /v1/templates/{name}/versions listTemplateVersions",
              "POST /v1/templates/{name}/preview previewTemplate",
              "GET /v1/schemas listSchemas",
              "GET /v1/schemas/{type} listSchemaVersions",
              "GET /v1/schemas/{type}/{version} getSchema",
              "PUT /v1/schemas/{type}/{version} registerSchema",
              "DELETE /v1/schemas/{type}/{version} deleteSchema",
              "POST /v1/schemas/{type}/{version}/judge judgeSchema",
              "POST /v1/schemas/{type}/{version}/validate validateEvent",
              "POST /v1/schemas/{type}/{version}/upcast upcastEvent",
              "GET /v1/schemas/{type}/{version}/sample sampleEvent",
              "GET /v1/asyncapi getAsyncApi",
              "GET /v1/timelines/{correlation_id} getTimeline",
              "GET /v1/timelines findTimeline",
              "POST /v1/operations startOperation",
              "GET /v1/operations listOperations",
              "GET /v1/operations/{id} getOperation",
              "POST /v1/operations/{id}/cancel cancelOperation",
              "POST /v1/keys createKey",
              "GET /v1/keys listKeys",
              "GET /v1/keys/{id} getKey",
              "POST /v1/keys/{id}/revoke revokeKey",
              "GET /v1/audit listAuditEntries",
              "POST /v1/token-keys/rotate rotateTokenKey",
              "GET /v1/catalog getCatalog",
              "POST /v1/catalog/rebuild rebuildCatalog",
              "GET /v1/info getInfo",
              "POST /mcp callMcp",
              "GET /livez getLiveness",
              "GET /readyz getReadiness",
              "GET /metrics getMetrics")
          .map(line -> line.split(" ", -1))
          .collect(Collectors.toMap(words -> words[0] + " " + words[1], words -> words[2]));

  private OperationIds() {}

  static String of(Route route) {
    String call = route.method() + " " + route.path().text();
    return Optional.ofNullable(NAMES.get(call))
        .orElseThrow(() -> new IllegalStateException("no operation ID for " + call));
  }
}
