package dev.waybill.bench.measure;

import com.google.protobuf.ByteString;
import dev.waybill.bench.Loopback;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.ServerProcess;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.RawHttp;
import dev.waybill.bench.peer.Subject;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.EnqueueJobsRequest;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.JobServiceGrpc.JobServiceBlockingStub;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/// Jobs per second that a server accepts over loopback: one by one compared with an empty call, and
/// in bulk compared with the same in process.
public final class RemoteCallsMeasure implements Measure {

  static final String EMPTY = "server, empty call";
  public static final String ONE_BY_ONE = "server, enqueue over HTTP";
  public static final String BULK_HTTP = "server, bulk over HTTP";
  public static final String BULK_GRPC = "server, bulk over gRPC";
  static final String BULK_IN_PROCESS = "bulk in process";

  private static final int CONNECTIONS = 64;
  private static final int BULK_CALLERS = 8;
  private static final int BULK = 100;

  /// A server gets faster for about 30 seconds, until its hot code is compiled.
  private static final int WARM_UPS = 5;

  private static final double ONE_BY_ONE_TARGET = 0.6;
  private static final double BULK_TARGET = 0.5;
  private static final String ONE_SETTING = CONNECTIONS + " connections";
  private static final String BULK_SETTING = BULK_CALLERS + " callers, 100 a call";

  private final Scratch scratch;

  public RemoteCallsMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback loopback = new Loopback(results);
    try (ServerProcess server = ServerProcess.start(scratch)) {
      RawHttp http = new RawHttp(server.http());
      byte[] nothing = RawHttp.get("/livez", "");
      byte[] one = RawHttp.post("/v1/jobs", job());
      byte[] many = RawHttp.post("/v1/jobs/batch", "{\"jobs\":[" + jobs() + "]}");
      for (int i = 0; i < WARM_UPS; i++) {
        List.of(nothing, one).forEach(warm -> http.rate(warm, CONNECTIONS, plan.window()));
        http.rate(many, BULK_CALLERS, plan.window());
        grpcRate(server, plan.window());
      }
      server.awaitHistory();
      for (int i = 0; i < plan.repeats(); i++) {
        double empty = http.rate(nothing, CONNECTIONS, plan.window());
        double single = http.rate(one, CONNECTIONS, plan.window());
        loopback.add(EMPTY, ONE_SETTING, "calls/s", empty);
        loopback.add(ONE_BY_ONE, ONE_SETTING, "jobs/s", single);
        loopback.ratio(ONE_BY_ONE, EMPTY, single / empty, ONE_BY_ONE_TARGET);
        server.awaitHistory();
        takeBulk(contender, plan, loopback, http.rate(many, BULK_CALLERS, plan.window()), server);
      }
    }
  }

  private static void takeBulk(
      Contender contender, Plan plan, Loopback loopback, double httpCalls, ServerProcess server) {
    double local = localRate(contender, plan);
    double overHttp = BULK * httpCalls;
    server.awaitHistory();
    double overGrpc = BULK * grpcRate(server, plan.window());
    loopback.add(BULK_IN_PROCESS, BULK_SETTING, "jobs/s", local);
    loopback.add(BULK_HTTP, BULK_SETTING, "jobs/s", overHttp);
    loopback.add(BULK_GRPC, BULK_SETTING, "jobs/s", overGrpc);
    loopback.ratio(BULK_HTTP, BULK_IN_PROCESS, overHttp / local, BULK_TARGET);
    loopback.ratio(BULK_GRPC, BULK_IN_PROCESS, overGrpc / local, BULK_TARGET);
  }

  private static double localRate(Contender contender, Plan plan) {
    try (Subject subject = contender.open()) {
      return EnqueueMeasure.rate(subject, plan, BULK_CALLERS, BULK);
    }
  }

  /// Calls per second.
  private static double grpcRate(ServerProcess server, Duration time) {
    EnqueueJobRequest job =
        EnqueueJobRequest.newBuilder()
            .setType("noop")
            .setQueue("bench")
            .setPayload(ByteString.copyFromUtf8(Payloads.stamped()))
            .build();
    EnqueueJobsRequest request = EnqueueJobsRequest.newBuilder().addAllJobs(copies(job)).build();
    String address = server.grpc().getHost() + ":" + server.grpc().getPort();
    ManagedChannel channel =
        Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
    try {
      return rate(JobServiceGrpc.newBlockingStub(channel), request, time);
    } finally {
      channel.shutdownNow();
    }
  }

  private static double rate(
      JobServiceBlockingStub stub, EnqueueJobsRequest request, Duration time) {
    LongAdder answered = new LongAdder();
    long began = System.nanoTime();
    long end = began + time.toNanos();
    try (Callers callers = new Callers()) {
      for (int i = 0; i < BULK_CALLERS; i++) {
        callers.start(
            () -> {
              while (System.nanoTime() - end < 0) {
                answered.add(stub.enqueueJobs(request).getResultsCount() / BULK);
              }
            });
      }
    }
    return answered.sum() * 1e9 / (System.nanoTime() - began);
  }

  private static <T> List<T> copies(T item) {
    return java.util.Collections.nCopies(BULK, item);
  }

  private static String job() {
    String payload = Payloads.stamped().replace("\"", "\\\"");
    return "{\"type\":\"noop\",\"queue\":\"bench\",\"payload\":\"" + payload + "\"}";
  }

  private static String jobs() {
    return copies(job()).stream().collect(Collectors.joining(","));
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role == Contender.Role.WAYBILL;
  }
}
