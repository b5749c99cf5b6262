package dev.waybill.server.config;

import static dev.waybill.spi.Key.choice;
import static dev.waybill.spi.Key.duration;
import static dev.waybill.spi.Key.large;
import static dev.waybill.spi.Key.list;
import static dev.waybill.spi.Key.number;
import static dev.waybill.spi.Key.path;
import static dev.waybill.spi.Key.text;

import dev.waybill.documents.embed.EmbeddingKeys;
import dev.waybill.documents.index.IndexKeys;
import dev.waybill.documents.model.DiagramKeys;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.server.auth.oidc.RoleMapping;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Key;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// All settings, in the order of the reference page.
public final class Keys {

  /// The store to use if nothing is configured.
  private static final String STANDARD_STORE = "embedded";

  public static final Key<String> STORE_TYPE =
      choice(
          "store.type",
          STANDARD_STORE,
          "The store to use; without it, `store.url` chooses the store.",
          BackendProvider.all().stream()
              .flatMap(one -> Stream.concat(Stream.of(one.name()), one.aliases().stream()))
              .sorted()
              .toArray(String[]::new));
  public static final Key<Path> STORE_PATH = StoreAddress.PATH;
  public static final Key<URI> STORE_URL =
      new Key<>(
          "store.url",
          null,
          "the address of a store",
          "Address of the store's servers, with a login or without, and without options.",
          ConfiguredStore::parse,
          false);
  public static final Key<URI> CATALOG_URL =
      new Key<>(
          "catalog.url",
          null,
          "the address of a search index",
          "Address of a search index outside the store, with a login and options.",
          ConfiguredStore::parseWithOptions,
          true);
  public static final Key<Integer> EVENTS_DAYS =
      number(
          "store.events_ttl_days",
          "7",
          0,
          36_525,
          "Retention of events after their job has finished; 0 keeps them as long as the job.");
  public static final Key<Integer> COMPLETED_DAYS =
      number(
          "store.completed_ttl_days", "7", 1, 36_525, "Retention of completed and canceled jobs.");
  public static final Key<Integer> FAILED_DAYS =
      number("store.failed_ttl_days", "14", 1, 36_525, "Retention of failed and dead jobs.");
  public static final Key<Integer> REQUEST_ID_DAYS =
      number(
          "store.request_id_ttl_days",
          "14",
          0,
          36_525,
          "Retention of a request ID after its job was created, even if the job is deleted"
              + " earlier; 0 keeps it as long as the job.");
  public static final Key<Integer> AUDIT_DAYS =
      number("store.audit_ttl_days", "90", 1, 36_525, "Retention of entries of the audit log.");
  public static final Key<Integer> MESSAGE_DAYS =
      number(
          "store.messages_ttl_days",
          "90",
          1,
          36_525,
          "Retention of message records, from their creation.");
  public static final Key<Integer> OPERATION_DAYS =
      number(
          "store.operations_ttl_days",
          "7",
          1,
          36_525,
          "Retention of bulk operations, from their last change.");
  public static final Key<String> STRICT =
      choice(
          "store.strict",
          "false",
          "Refuse to start if acknowledged writes may not survive a power cut.",
          "false",
          "true");
  public static final Key<Integer> MAX_PAYLOAD =
      number("store.max_payload_bytes", "16777216", 1_024, 1 << 30, "Maximum size of a payload.");
  public static final Key<Integer> MAX_JOBS =
      number(
          "store.max_live_jobs",
          "5000000",
          1,
          100_000_000,
          "Maximum number of waiting and running jobs.");
  public static final Key<Integer> LEASE_SECONDS =
      number(
          "store.default_visibility_timeout_seconds",
          "30",
          1,
          43_200,
          "Default lease duration, if neither the worker nor the queue sets one.");
  public static final Key<String> HOST =
      text(
          "server.host",
          "127.0.0.1",
          "Address to listen on. Addresses other than loopback need an API key.");
  public static final Key<List<String>> NAMES =
      list(
          "server.names",
          "Comma-separated host names under which clients may call the server, compared"
              + " with `Host` and `:authority`. If empty, only a server without API keys checks"
              + " them.");
  public static final Key<Integer> PORT =
      number("server.port", "7878", 0, 65_535, "HTTP port; 0 chooses a free one.");
  public static final Key<Integer> GRPC_PORT =
      number("server.grpc_port", "7879", 0, 65_535, "gRPC port; 0 chooses a free one.");
  public static final Key<String> REFLECTION =
      choice(
          "server.grpc.reflection",
          "true",
          "Serve gRPC reflection, which needs no credential.",
          "true",
          "false");
  public static final Key<String> DOCS =
      choice(
          "server.docs",
          "true",
          "Serve `/docs` and `/openapi.json`, which need no credential, and `/` without the console.",
          "true",
          "false");
  public static final Key<String> MCP =
      choice(
          "server.mcp",
          "read",
          "Model Context Protocol at `/mcp`: `off`, `read` for tools that read, or `change` for"
              + " tools that also send and resend messages and redrive jobs.",
          "off",
          "read",
          "change");
  public static final Key<Duration> GRACE =
      duration("server.shutdown_grace", "10s", "How long a shutdown waits for running calls.");
  public static final Key<Integer> MAX_BODY =
      number(
          "server.max_body_bytes",
          "33554432",
          1_024,
          Integer.MAX_VALUE,
          "Maximum size of a request body.");
  public static final Key<Path> TLS_CERTIFICATE =
      path("server.tls.certificate", null, "PEM file with the certificate and its chain.");
  public static final Key<Path> TLS_KEY =
      path("server.tls.key", null, "PEM file with the private key (PKCS #8).");
  public static final Key<Integer> REQUESTS_PER_SECOND =
      number(
          "limits.requests_per_second",
          "50000",
          0,
          10_000_000,
          "Maximum calls per second of one address or one caller; 0 for no limit.");
  public static final Key<Integer> FAILURES_PER_SECOND =
      number(
          "limits.failures_per_second",
          "20",
          0,
          10_000_000,
          "Maximum failed authentications per second of one address; 0 for no limit.");
  public static final Key<Long> TENANT_LIVE_JOBS =
      large(
          "limits.tenant_live_jobs",
          "4000000",
          "Maximum number of waiting and running jobs of one tenant; 0 for no limit.");
  public static final Key<Long> TENANT_LIVE_BYTES =
      large(
          "limits.tenant_live_bytes",
          "68719476736",
          "Maximum total size of the payloads of these jobs; 0 for no limit.");
  public static final Key<Integer> CONNECTIONS =
      number(
          "limits.connections",
          "0",
          0,
          1_000_000,
          "Maximum number of open connections, for HTTP and for gRPC each; 0 derives it from the"
              + " heap: one per 128 KiB, at most 25000.");
  public static final Key<Integer> CONNECTIONS_PER_ADDRESS =
      number(
          "limits.connections_per_address",
          "12500",
          0,
          1_000_000,
          "Maximum number of those connections from one address; 0 for no limit. At most"
              + " half of `limits.connections` if that is derived from the heap.");
  public static final Key<Integer> STREAMS =
      number(
          "limits.streams",
          "20000",
          1,
          1_000_000,
          "Maximum number of open event streams, HTTP and gRPC together.");
  public static final Key<Integer> STREAMS_PER_TENANT =
      number(
          "limits.streams_per_tenant",
          "10000",
          1,
          1_000_000,
          "Maximum number of those streams of one tenant.");
  public static final Key<Integer> WAITING_PER_TENANT =
      number(
          "limits.waiting_per_tenant",
          "10000",
          1,
          1_000_000,
          "Maximum number of long polls of one tenant, HTTP and gRPC together.");
  public static final Key<Integer> OPERATIONS =
      number(
          "limits.operations",
          "32",
          1,
          1_000,
          "Maximum number of bulk operations that run at the same time.");
  public static final Key<Integer> OPERATIONS_PER_TENANT =
      number(
          "limits.operations_per_tenant",
          "4",
          1,
          1_000,
          "Maximum number of those operations of one tenant.");
  public static final Key<String> OIDC_ISSUER =
      text("auth.oidc.issuer", null, "Issuer of accepted tokens, exactly as in `iss`.");
  public static final Key<String> OIDC_AUDIENCE =
      text("auth.oidc.audience", null, "Required audience (`aud`) of a token.");
  public static final Key<URI> OIDC_JWKS_URI =
      new Key<>(
          "auth.oidc.jwks_uri",
          null,
          "an https address",
          "Address of the issuer's keys; by default taken from the issuer's metadata.",
          URI::create,
          false);
  public static final Key<String> OIDC_TENANT_CLAIM =
      text("auth.oidc.tenant_claim", "tenant", "Claim that names the tenant.");
  public static final Key<List<String>> OIDC_TENANTS =
      list(
          "auth.oidc.tenants",
          "Comma-separated tenants that tokens may name: exact names, or prefixes such as"
              + " `acme-*`. If empty, every tenant except `default`.");
  public static final Key<String> OIDC_ROLES_CLAIM =
      text(
          "auth.oidc.roles_claim",
          "roles",
          "Claim that lists roles; may be a path such as `realm_access.roles`.");
  public static final Key<RoleMapping> OIDC_ROLES =
      new Key<>(
          "auth.oidc.roles",
          null,
          "roles such as dev=produce,read;ops=operate,read",
          "Scopes granted by each role.",
          RoleMapping::parse,
          false);
  public static final Key<String> TOPICS_BINDINGS =
      text(
              "topics.bindings",
              null,
              "Bindings of topics to streams and topics of other systems: `TOPIC=ADDRESS`, separated by"
                  + " spaces; see topics.md.")
          .kept();
  public static final Key<String> MESSAGES_QUEUE =
      text("messages.queue", null, "Queue whose messages this server processes.");
  public static final Key<String> MESSAGES_TENANT =
      text("messages.tenant", "default", "Tenant of that queue.");
  public static final Key<String> MESSAGES_REGION =
      text("messages.region", "local", "Region to write into `message_created` events.");
  public static final Key<String> MESSAGES_PROVIDERS =
      text(
              "messages.providers",
              null,
              "Providers of messages: entries such as `mail=smtp://localhost:25`, separated by"
                  + " blanks. Without any, all messages go to the sandbox.")
          .kept();
  public static final Key<String> MESSAGES_ROUTES =
      text(
          "messages.routes",
          null,
          "Which providers take a message: rules such as `channel=email tag=bulk -> ses, smtp`,"
              + " separated by semicolons. The first that matches counts.");
  public static final Key<String> MESSAGES_TENANT_DAYS =
      text(
          "messages.tenant_ttl_days",
          null,
          "Tenants that keep messages for a shorter time than `store.messages_ttl_days`: entries"
              + " such as `acme=30`, with days, separated by blanks.");
  public static final Key<String> MESSAGES_RECIPIENT_RATE =
      text(
          "messages.recipient_rate",
          null,
          "Messages that one recipient gets at most, such as `5/m` or `20/h`, per server; without"
              + " it there is no limit.");
  public static final Key<Integer> MESSAGES_MAX_ATTEMPTS =
      number(
          "messages.max_attempts",
          "10",
          1,
          1_000,
          "How often a message is tried before its job becomes a dead letter. A definite refusal is"
              + " not tried again.");
  public static final Key<Integer> DOCUMENTS_MAX_FILE =
      number(
          "documents.max_file_bytes",
          "104857600",
          1,
          1 << 30,
          "The largest file that may be uploaded as a document.");
  public static final Key<Integer> DOCUMENTS_CONCURRENCY =
      number(
          "documents.concurrency",
          "2",
          1,
          1_000,
          "How many uploads of a tenant are processed at the same time.");
  public static final Key<String> DOCUMENTS_PROCESS =
      choice(
          "documents.process",
          "true",
          "Process uploads in this server. With `false` other servers or `waybill work"
              + " --documents` on the same store do that; it needs a shared index"
              + " (`documents.index`).",
          "true",
          "false");
  public static final Key<String> MESSAGES_ALLOW_NETWORKS =
      text(
          "messages.allow_networks",
          null,
          "Ranges such as `10.0.0.0/8` that URLs of recipients and of documents may lead to,"
              + " separated by commas; otherwise public addresses only.");
  public static final Key<String> MESSAGES_PROXY =
      text(
              "messages.proxy",
              null,
              "HTTP proxy for calls of providers, such as `http://proxy.example.org:3128`. It must"
                  + " allow tunnels (`CONNECT`).")
          .kept();
  public static final Key<NotificationTarget> NOTIFICATIONS_TO =
      new Key<>(
          "notifications.to",
          null,
          "a channel, a colon and a recipient, such as push:alerts",
          "Where notifications go: a channel of messages, a colon and a recipient, such as"
              + " `push:alerts` or `webhook:https://example.org/hook`.",
          NotificationTarget::parse,
          true);
  public static final Key<String> ALARM_QUEUES =
      text(
          "alarm.queues",
          null,
          "Comma-separated queues of `messages.tenant` to raise dead-letter alarms for.");
  public static final Key<String> LOG_FORMAT =
      choice("log.format", "text", "Log format.", "text", "json");
  public static final Key<String> LOG_LEVEL =
      choice(
          "log.level",
          "info",
          "Minimum level of Waybill's own log entries; libraries never log below `info`.",
          "debug",
          "info",
          "warning",
          "error");

  private static final List<Key<?>> OF_THE_SERVER =
      List.of(
          EVENTS_DAYS,
          COMPLETED_DAYS,
          FAILED_DAYS,
          REQUEST_ID_DAYS,
          AUDIT_DAYS,
          MESSAGE_DAYS,
          OPERATION_DAYS,
          MAX_PAYLOAD,
          STRICT,
          MAX_JOBS,
          LEASE_SECONDS,
          HOST,
          NAMES,
          PORT,
          GRPC_PORT,
          REFLECTION,
          DOCS,
          MCP,
          GRACE,
          MAX_BODY,
          TLS_CERTIFICATE,
          TLS_KEY,
          REQUESTS_PER_SECOND,
          FAILURES_PER_SECOND,
          TENANT_LIVE_JOBS,
          TENANT_LIVE_BYTES,
          CONNECTIONS,
          CONNECTIONS_PER_ADDRESS,
          STREAMS,
          STREAMS_PER_TENANT,
          WAITING_PER_TENANT,
          OPERATIONS,
          OPERATIONS_PER_TENANT,
          OIDC_ISSUER,
          OIDC_AUDIENCE,
          OIDC_JWKS_URI,
          OIDC_TENANT_CLAIM,
          OIDC_TENANTS,
          OIDC_ROLES_CLAIM,
          OIDC_ROLES,
          TOPICS_BINDINGS,
          MESSAGES_QUEUE,
          MESSAGES_TENANT,
          MESSAGES_REGION,
          MESSAGES_PROVIDERS,
          MESSAGES_ROUTES,
          MESSAGES_TENANT_DAYS,
          MESSAGES_RECIPIENT_RATE,
          MESSAGES_MAX_ATTEMPTS,
          MESSAGES_ALLOW_NETWORKS,
          MESSAGES_PROXY,
          DOCUMENTS_MAX_FILE,
          DOCUMENTS_CONCURRENCY,
          DOCUMENTS_PROCESS,
          NOTIFICATIONS_TO,
          ALARM_QUEUES,
          LOG_FORMAT,
          LOG_LEVEL);

  /// Including the keys of the stores on the class path.
  public static final List<Key<?>> ALL =
      Stream.<List<Key<?>>>of(
              List.of(STORE_TYPE, STORE_PATH, STORE_URL, CATALOG_URL),
              ofStores(),
              OF_THE_SERVER,
              ConsoleKeys.ALL,
              IndexKeys.ALL,
              EmbeddingKeys.ALL,
              DiagramKeys.ALL)
          .<Key<?>>flatMap(List::stream)
          .toList();

  private Keys() {}

  /// A key that several stores share is listed once.
  private static List<Key<?>> ofStores() {
    Map<String, Key<?>> keys = new LinkedHashMap<>();
    for (BackendProvider store : BackendProvider.all()) {
      store.keys().forEach(key -> keys.putIfAbsent(key.name(), key));
    }
    return List.copyOf(keys.values());
  }

  public static Optional<Key<?>> find(String name) {
    return ALL.stream().filter(key -> key.name().equals(name)).findFirst();
  }
}
