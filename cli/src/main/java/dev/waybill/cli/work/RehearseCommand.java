package dev.waybill.cli.work;

import dev.waybill.EventCursor;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.server.Service;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.Keys;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `waybill rehearse`: the launcher runs it after a build to record the classes that a server
/// loads, for faster starts. Makes the HTTP calls that load them.
@Command(
    name = "rehearse",
    hidden = true,
    description = "Run a server on a scratch directory for a moment.")
public final class RehearseCommand implements Callable<Integer> {

  private static final String QUEUE = "rehearsal";
  private static final int ROUNDS = 5;
  private static final int BULK = 100;

  @Parameters(paramLabel = "DIR", description = "An empty directory.")
  private Path directory = Path.of("rehearsal");

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> flags =
        Map.of(
            Keys.STORE_PATH.name(), directory.toString(),
            Keys.PORT.name(), "0",
            Keys.GRPC_PORT.name(), "0",
            Keys.REQUESTS_PER_SECOND.name(), "0");
    Config config = ConfigReader.read(null, Map.of(), flags);
    try (Service service = Service.start(config, Map.of());
        Waybill waybill = Waybill.connect(URI.create(service.httpAddress()))) {
      for (int round = 0; round < ROUNDS; round++) {
        play(waybill);
      }
    }
    return 0;
  }

  private static void play(Waybill waybill) throws InterruptedException {
    CountDownLatch left = new CountDownLatch(2 * BULK);
    JobId first = waybill.enqueue(job(0)).id();
    IntStream.range(1, BULK).forEach(number -> waybill.enqueue(job(number)));
    waybill.enqueueAll(IntStream.range(0, BULK).mapToObj(RehearseCommand::job).toList());
    try (Worker _ =
        Worker.builder(waybill)
            .queue(QUEUE)
            .concurrency(BULK)
            .handle("line", task -> publish(task, left))
            .start()) {
      left.await();
    }
    waybill.follow(first, EventCursor.START).forEach(_ -> {});
    waybill.list(JobFilter.ALL, Page.Request.first(BULK));
    waybill.find(first);
    waybill.stats();
  }

  private static NewJob job(int number) {
    return NewJob.builder("line").queue(QUEUE).payload("{\"line\":" + number + "}").build();
  }

  private static Outcome publish(Task task, CountDownLatch left) {
    task.publish("said", task.text());
    left.countDown();
    return Outcome.done();
  }
}
