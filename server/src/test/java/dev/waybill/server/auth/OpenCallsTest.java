package dev.waybill.server.auth;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.EngineOpener;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.StreamEventsRequest;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import dev.waybill.server.auth.oidc.OidcSettings;
import dev.waybill.server.auth.oidc.RoleMapping;
import dev.waybill.server.grpc.GrpcServer;
import dev.waybill.server.grpc.GrpcSettings;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Streams and long polls over HTTP and gRPC of one server: they end with their credential and
/// share one limit.
@Timeout(180)
final class OpenCallsTest {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration OFTEN = Duration.ofMillis(50);

  /// A token is accepted for this long after it expired, because clocks differ.
  private static final Duration SKEW = Duration.ofSeconds(60);

  private final ManualClock clock = new ManualClock();
  private final Settings settings = Settings.DEFAULT.withClock(clock);
  private final ModelBackend store = new ModelBackend(settings);
  private final HttpClient client = HttpClient.newHttpClient();
  private RSAKey signing;
  private TestIssuer issuer;
  private Waybill waybill;
  private WaybillServer http;
  private GrpcServer grpc;
  private ManagedChannel channel;
  private String job;

  @BeforeEach
  void start() throws IOException, JOSEException {
    signing = new RSAKeyGenerator(2048).keyID("one").generate();
    issuer = new TestIssuer();
    issuer.publishes(signing.toPublicJWK());
    waybill = EngineOpener.over(store, settings);
    Access access = Access.over(waybill.service(Books.class), callers());
    HttpLimits often = HttpLimits.DEFAULT.withHeartbeat(OFTEN);
    http = WaybillServer.start(waybill, ServerSettings.DEFAULT.withPort(0).withHttp(often), access);
    grpc = GrpcServer.start(waybill, GrpcSettings.DEFAULT.withPort(0).withRecheck(OFTEN), access);
    channel = NettyChannelBuilder.forAddress("127.0.0.1", grpc.port()).usePlaintext().build();
    NewJob later = NewJob.builder("t").delay(Duration.ofDays(30)).build();
    job = waybill.tenant("acme").enqueue(later).id().toString();
  }

  private AccessSettings callers() {
    OidcSettings trusted =
        new OidcSettings(
            issuer.url(),
            "waybill",
            null,
            new OidcSettings.Names("tenant", "roles"),
            List.of(),
            RoleMapping.parse("dev=read,work"));
    return AccessSettings.DEFAULT.withOidc(trusted).withCalls(new CallQuotas.Limits(9, 2, 1));
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    http.close();
    grpc.close();
    waybill.close();
    client.shutdownNow();
    issuer.close();
  }

  @Test
  void a_stream_ends_when_its_token_expires() {
    String brief = token(Duration.ofMinutes(5));
    var overHttp = streamOverHttp(brief);
    var overGrpc = streamOverGrpc(brief);
    eventually(() -> assertThat(http.load().streams()).isOne());
    eventually(() -> assertThat(grpc.streams()).isOne());
    clock.advance(Duration.ofMinutes(5).plus(SKEW));
    assertThat(overHttp.join().statusCode()).isEqualTo(200);
    assertThat(overGrpc.join()).isEqualTo(Status.Code.UNAUTHENTICATED);
  }

  @Test
  void a_stream_continues_while_its_token_is_valid() {
    var lasting = streamOverHttp(token(Duration.ofHours(1)));
    var brief = streamOverGrpc(token(Duration.ofMinutes(5)));
    eventually(() -> assertThat(http.load().streams()).isOne());
    eventually(() -> assertThat(grpc.streams()).isOne());
    clock.advance(Duration.ofMinutes(5).plus(SKEW));
    brief.join();
    assertThat(lasting).isNotDone();
  }

  @Test
  void streams_over_http_count_towards_the_limit_of_grpc() {
    String token = token(Duration.ofHours(1));
    var _ = streamOverHttp(token);
    var _ = streamOverHttp(token);
    eventually(() -> assertThat(http.load().streams()).isEqualTo(2));
    assertThat(streamOverGrpc(token).join()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(grpc.streams()).isZero();
  }

  @Test
  void streams_over_grpc_count_towards_the_limit_of_http() {
    String token = token(Duration.ofHours(1));
    var _ = streamOverGrpc(token);
    var _ = streamOverGrpc(token);
    eventually(() -> assertThat(grpc.streams()).isEqualTo(2));
    assertThat(streamOverHttp(token).join().body()).contains("\"too_many_streams\"");
  }

  @Test
  void long_polls_over_http_count_towards_the_limit_of_grpc() {
    String token = token(Duration.ofHours(1));
    HttpRequest poll =
        request("/v1/leases", token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"queue\":\"q\",\"worker\":\"w\",\"wait\":\"1m\"}"))
            .build();
    var _ = client.sendAsync(poll, BodyHandlers.ofString());
    eventually(() -> assertThat(http.load().waiting()).isOne());
    DequeueJobsRequest wait =
        DequeueJobsRequest.newBuilder()
            .setWorker("w")
            .setMaxJobs(1)
            .setWait(com.google.protobuf.Duration.newBuilder().setSeconds(10))
            .build();
    assertThat(code(() -> stub(token).dequeueJobs(wait))).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  private CompletableFuture<HttpResponse<String>> streamOverHttp(String token) {
    HttpRequest follow =
        request("/v1/jobs/" + job + "/events", token).header("Accept", "text/event-stream").build();
    return client
        .sendAsync(follow, BodyHandlers.ofString())
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + path))
        .header("Authorization", "Bearer " + token);
  }

  private CompletableFuture<Status.Code> streamOverGrpc(String token) {
    StreamEventsRequest follow = StreamEventsRequest.newBuilder().setJobId(job).build();
    return CompletableFuture.supplyAsync(
            () -> code(() -> stub(token).streamEvents(follow).forEachRemaining(_ -> {})),
            Executors.newVirtualThreadPerTaskExecutor())
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private JobServiceGrpc.JobServiceBlockingStub stub(String token) {
    Metadata headers = new Metadata();
    headers.put(AUTHORIZATION, "Bearer " + token);
    return JobServiceGrpc.newBlockingStub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static Status.Code code(Runnable call) {
    try {
      call.run();
      return Status.Code.OK;
    } catch (io.grpc.StatusRuntimeException ended) {
      return ended.getStatus().getCode();
    }
  }

  private String token(Duration good) {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer.url())
            .audience("waybill")
            .subject("ada")
            .expirationTime(Date.from(clock.instant().plus(good)))
            .claim("tenant", "acme")
            .claim("roles", List.of("dev"))
            .build();
    return TestIssuer.sign(JWSAlgorithm.RS256, signing, claims);
  }
}
