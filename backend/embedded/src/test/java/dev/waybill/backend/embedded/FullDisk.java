package dev.waybill.backend.embedded;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.spi.JobKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Runs in a separate mount namespace: mounts a small disk at the path of its argument, lets a
/// [DiskFiller] fill it, frees some space, kills the filler and checks what is stored. Prints `kept
/// N` if every promise holds, and fails otherwise.
final class FullDisk {

  private static final int DISK_MEGABYTES = 40;

  /// More than the store can need for the history of the jobs on the rest of the disk.
  private static final int OTHER_DATA = 28 << 20;

  private FullDisk() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path disk = Path.of(arguments[0]);
    mount(disk);
    Path otherData = disk.resolve("other-data");
    Files.write(otherData, new byte[OTHER_DATA]);
    Path folder = disk.resolve("store");
    try (OtherProcess filler = OtherProcess.start(DiskFiller.class, folder.toString())) {
      filler.await("full");
      Files.delete(otherData);
      filler.say("go on");
      filler.await("done");
      filler.kill();
      System.out.println("kept " + check(folder, filler.heard()));
    }
    System.exit(0);
  }

  static void mount(Path disk) throws IOException, InterruptedException {
    Process mount =
        new ProcessBuilder(
                "mount", "-t", "tmpfs", "-o", "size=" + DISK_MEGABYTES + "m", "tmpfs", disk + "")
            .redirectErrorStream(true)
            .start();
    if (!mount.waitFor(30, TimeUnit.SECONDS) || mount.exitValue() != 0) {
      throw new IOException(
          "mount failed: "
              + new String(mount.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static int check(Path folder, List<String> heard) {
    StoreDriver store = new StoreDriver(folder, DiskFiller.SEGMENT_BYTES).open();
    int kept = 0;
    for (String line : heard) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("acknowledged")) {
        checkKept(store, JobId.parse(words[1]));
        kept++;
      } else if (words[0].equals("refused") && find(store, JobId.parse(words[1])).isPresent()) {
        throw new AssertionError("was refused and is there: " + line);
      }
    }
    store.close();
    return kept;
  }

  private static void checkKept(StoreDriver store, JobId id) {
    String payload =
        find(store, id).orElseThrow(() -> new AssertionError("lost " + id)).payload().text();
    if (!payload.equals(DiskFiller.payload(id))) {
      throw new AssertionError("another payload: " + id);
    }
  }

  private static Optional<Job> find(StoreDriver store, JobId id) {
    return store.jobs().find(new JobKey(StoreDriver.TENANT, id));
  }
}
