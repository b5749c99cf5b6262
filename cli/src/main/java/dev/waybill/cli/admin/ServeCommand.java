package dev.waybill.cli.admin;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.Configuration;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.ShutdownSignal;
import dev.waybill.server.Ports;
import dev.waybill.server.Service;
import dev.waybill.server.WaitingServer;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfiguredStore;
import dev.waybill.server.config.Keys;
import dev.waybill.server.telemetry.Logs;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill serve`
@Command(name = "serve", description = "Run the server (HTTP and gRPC) on the configured store.")
public final class ServeCommand implements Callable<Integer> {

  private static final Duration STORE_AGAIN = Duration.ofSeconds(2);

  /// Never reached: a wait ends by time.
  private static final CountDownLatch PAUSE = new CountDownLatch(1);

  @Mixin private final Configuration configuration = new Configuration();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws InterruptedException {
    Config config;
    try {
      config = configuration.read();
    } catch (ConfigException wrong) {
      wrong.problems().forEach(output::error);
      return Errors.FAILED;
    }
    Logs.configure(config.get(Keys.LOG_FORMAT), config.get(Keys.LOG_LEVEL));
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (Service service = whenStoreIsThere(config)) {
      banner(service, config);
      Thread hook = new Thread(() -> ShutdownSignal.stop(stopped, closed), "waybill-stop");
      Runtime.getRuntime().addShutdownHook(hook);
      stopped.await();
      output.line("stopping; waiting for running calls");
    }
    output.line("stopped");
    closed.countDown();
    return 0;
  }

  /// A store on other servers may start later than this one, and may take long to open. Until then
  /// the port says that this server is alive, and not ready.
  private Service whenStoreIsThere(Config config) throws InterruptedException {
    if (ConfiguredStore.of(config).isDirectory()) {
      return started(config, () -> Service.start(config));
    }
    Ports.requireUsable(config);
    String last = "";
    while (true) {
      try (WaitingServer waiting = WaitingServer.start(config, Code.UNAVAILABLE)) {
        try {
          return started(config, () -> Service.start(config, waiting::close));
        } catch (WaybillException away) {
          last = told(away, last);
          PAUSE.await(STORE_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    }
  }

  /// Fails with what will not pass by waiting.
  private String told(WaybillException away, String last) {
    if (away.code() != Code.UNAVAILABLE) {
      throw away;
    }
    String text = String.valueOf(away.getMessage());
    if (!text.equals(last)) {
      output.line("waiting for the store: " + text);
    }
    return text;
  }

  private static Service started(Config config, Supplier<Service> start) {
    try {
      return start.get();
    } catch (RuntimeException failed) {
      if (isAboutPorts(failed)) {
        Ports.requireUsable(config); // reports which port is in use
      }
      throw failed;
    }
  }

  private static boolean isAboutPorts(Throwable failed) {
    return Stream.iterate(failed, Objects::nonNull, Throwable::getCause)
        .anyMatch(BindException.class::isInstance);
  }

  private void banner(Service service, Config config) {
    long up = ManagementFactory.getRuntimeMXBean().getUptime();
    output.line("Waybill " + VersionCommand.ours());
    output.line("  http    " + service.httpAddress());
    output.line("  grpc    " + service.grpcAddress());
    output.line(
        "  store   "
            + config.get(Keys.STORE_TYPE)
            + (ConfiguredStore.of(config).isDirectory() ? " in " : " at ")
            + ConfiguredStore.of(config)
            + ", "
            + DisplayText.durability(service.durability()));
    output.line(
        "  access  "
            + (service.isOpen() ? "open, from this machine only" : "with an API key or a token"));
    output.line("  docs    " + service.httpAddress() + "/docs");
    output.line(
        "listening on "
            + service.httpAddress()
            + " (HTTP) and "
            + service.grpcAddress()
            + " (gRPC); ready in "
            + DisplayText.age(Duration.ofMillis(up))
            + "; Ctrl-C stops it");
  }
}
