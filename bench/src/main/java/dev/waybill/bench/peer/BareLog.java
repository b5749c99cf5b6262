package dev.waybill.bench.peer;

import dev.waybill.bench.Scratch;
import dev.waybill.bench.measure.Payloads;
import dev.waybill.bench.peer.Contender.Role;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// The limit of the machine: appends the bytes of a job to a preallocated file and syncs it, and
/// nothing else. Not a store: nothing can be read back.
public final class BareLog implements Subject {

  public static final String NAME = "bare log";

  /// The log bytes of one job besides its payload: enqueue, lease and settle.
  private static final int BORN_BYTES = 60;

  private static final int LEASED_BYTES = 20;
  private static final int SETTLED_BYTES = 50;

  private final GroupCommit log;
  private final LinkedBlockingQueue<String> waiting = new LinkedBlockingQueue<>();

  private BareLog(Path folder) {
    log = new GroupCommit(folder.resolve("bare.log"));
  }

  public static Contender contender(Scratch scratch, int workers) {
    return new Contender(
        NAME,
        "fdatasync before every answer; nothing can be read back",
        workers,
        Role.LIMIT,
        () -> new BareLog(scratch.next("bare")));
  }

  @Override
  public void enqueue(String payload) {
    log.append(born(payload));
    waiting.add(payload);
  }

  @Override
  public void enqueueAll(List<String> payloads) {
    byte[] all = new byte[payloads.size() * (Payloads.BYTES + BORN_BYTES)];
    int at = 0;
    for (String payload : payloads) {
      byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
      System.arraycopy(bytes, 0, all, at, bytes.length);
      at += bytes.length + BORN_BYTES;
    }
    log.append(all);
    waiting.addAll(payloads);
  }

  private static byte[] born(String payload) {
    byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
    return java.util.Arrays.copyOf(bytes, bytes.length + BORN_BYTES);
  }

  @Override
  public void enqueueForOthers(List<String> payloads) {
    throw new UnsupportedOperationException("there is one queue only");
  }

  /// One thread leases a job per worker, calls the handler and settles them.
  @Override
  public Work work(int concurrency, Consumer<String> handler) {
    Thread thread = Thread.ofPlatform().daemon().start(() -> run(concurrency, handler));
    return () -> {
      thread.interrupt();
      join(thread);
    };
  }

  private void run(int concurrency, Consumer<String> handler) {
    List<String> batch = new ArrayList<>();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        batch.add(waiting.take());
        waiting.drainTo(batch, concurrency - 1);
        log.append(new byte[batch.size() * LEASED_BYTES]);
        batch.forEach(handler);
        log.append(new byte[batch.size() * SETTLED_BYTES]);
        batch.clear();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
