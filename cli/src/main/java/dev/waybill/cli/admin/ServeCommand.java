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
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill serve`
@Command(name = "serve", description = "Run the server (HTTP and gRPC) on the configured store.")
public final class ServeCommand implements Callable<Integer> {

  private static final Duration STORE_AGAIN = Duration.ofSeconds(2);

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

  /// A store on other servers may start later than this one. Until it answers, the port says that
  /// this server is not ready, and why.
  private Service whenStoreIsThere(Config config) throws InterruptedException {
    try {
      return started(config);
    } catch (WaybillException away) {
      if (!isWorthWaiting(config, away)) {
        throw away;
      }
      return waited(config, away);
    }
  }

  private Service waited(Config config, WaybillException away) throws InterruptedException {
    String last = "";
    WaybillException why = away;
    while (true) {
      String text = String.valueOf(why.getMessage());
      if (!text.equals(last)) {
        output.line("waiting for the store: " + text);
        last = text;
      }
      try (WaitingServer waiting = WaitingServer.start(config, why.code())) {
        waiting.await(STORE_AGAIN);
      }
      try {
        return started(config);
      } catch (WaybillException still) {
        if (!isWorthWaiting(config, still)) {
          throw still;
        }
        why = still;
      }
    }
  }

  private static boolean isWorthWaiting(Config config, WaybillException failed) {
    return failed.code() == Code.UNAVAILABLE && !ConfiguredStore.of(config).isDirectory();
  }

  private static Service started(Config config) {
    try {
      return Service.start(config);
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
