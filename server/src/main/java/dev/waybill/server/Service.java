package dev.waybill.server;

import dev.waybill.Retention;
import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.Keys;
import dev.waybill.server.grpc.GrpcServer;
import dev.waybill.server.grpc.GrpcSettings;
import dev.waybill.server.http.HttpLimits;
import java.nio.file.Path;
import java.time.Duration;

/// Everything that a configuration asks for, running: the store, HTTP and gRPC.
public final class Service implements AutoCloseable {

  private final Waybill waybill;
  private final WaybillServer http;
  private final GrpcServer grpc;
  private final AddressFile address;
  private final Config config;

  private Service(
      Waybill waybill, WaybillServer http, GrpcServer grpc, AddressFile address, Config config) {
    this.waybill = waybill;
    this.http = http;
    this.grpc = grpc;
    this.address = address;
    this.config = config;
  }

  /// Answers when calls are accepted. Where a part cannot start, nothing is left running.
  public static Service start(Config config) {
    Path folder = config.get(Keys.STORE_PATH);
    try (Started started = new Started()) {
      Waybill waybill = started.add(Waybill.open(folder, settings(config)));
      WaybillServer http = started.add(WaybillServer.start(waybill, serverSettings(config)));
      GrpcServer grpc = started.add(GrpcServer.start(waybill, grpcSettings(config)));
      AddressFile address = AddressFile.in(folder);
      Service service = new Service(waybill, http, grpc, address, config);
      address.write(service.httpAddress());
      started.keep();
      return service;
    }
  }

  public String httpAddress() {
    return "http://" + reachable(config.get(Keys.HOST)) + ":" + http.port();
  }

  public String grpcAddress() {
    return reachable(config.get(Keys.HOST)) + ":" + grpc.port();
  }

  /// A server that listens everywhere is reached on this machine, too.
  private static String reachable(String host) {
    return switch (host) {
      case "0.0.0.0" -> "127.0.0.1";
      case "::" -> "[::1]";
      case String named -> named.contains(":") ? "[" + named + "]" : named;
    };
  }

  private static Settings settings(Config config) {
    Duration failed = Duration.ofDays(config.get(Keys.FAILED_DAYS));
    Duration completed = Duration.ofDays(config.get(Keys.COMPLETED_DAYS));
    int days = config.get(Keys.EVENTS_DAYS);
    Duration events = days == 0 ? failed : Duration.ofDays(days);
    return Settings.DEFAULT
        .withMaxPayloadBytes(config.get(Keys.MAX_PAYLOAD))
        .withMaxLiveJobs(config.get(Keys.MAX_JOBS))
        .withRetention(new Retention(completed, failed, completed, failed, events));
  }

  private static ServerSettings serverSettings(Config config) {
    return ServerSettings.DEFAULT
        .withHost(config.get(Keys.HOST))
        .withPort(config.get(Keys.PORT))
        .withGrace(config.get(Keys.GRACE))
        .withHttp(HttpLimits.DEFAULT.withBodyBytes(config.get(Keys.MAX_BODY)));
  }

  private static GrpcSettings grpcSettings(Config config) {
    return GrpcSettings.DEFAULT
        .withHost(config.get(Keys.HOST))
        .withPort(config.get(Keys.GRPC_PORT))
        .withGrace(config.get(Keys.GRACE));
  }

  /// Stops taking calls, lets running ones end, and closes the store.
  @Override
  public void close() {
    address.close();
    http.close();
    grpc.close();
    waybill.close();
  }
}
