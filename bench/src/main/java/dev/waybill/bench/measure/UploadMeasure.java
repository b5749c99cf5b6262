package dev.waybill.bench.measure;

import dev.waybill.Waybill;
import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.ServerProcess;
import dev.waybill.bench.peer.BareUploads;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.FileUploads;
import java.nio.file.Path;

/// Uploads of files to a server with a small heap, compared with a bare server that writes and
/// syncs them. The queue is paused, so that no upload is processed at the same time.
public final class UploadMeasure implements Measure {

  public static final String UPLOAD = "server, upload of 1 MB files";
  public static final String BARE = "bare server, the same files";
  public static final String MEMORY = "server, peak resident memory of uploads";

  private static final String HEAP = "-Xmx96m";
  private static final String PATH = "/v1/sessions/bench/documents";
  private static final double RATE_TARGET = 0.6;
  private static final double MEMORY_TARGET = 300;

  private final Scratch scratch;

  public UploadMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback figures = new Loopback(results);
    int files = plan.documents().files();
    Path folder = scratch.next("uploads");
    try (ServerProcess server = ServerProcess.start(scratch, HEAP);
        BareUploads bare = BareUploads.start(folder, HEAP)) {
      pause(server);
      FileUploads ours = new FileUploads(server.http(), PATH);
      FileUploads theirs = new FileUploads(bare.http(), PATH);
      ours.rate(files / 2);
      theirs.rate(files / 2);
      for (int i = 0; i < plan.repeats(); i++) {
        compare(theirs.rate(files), ours.rate(files), Numbers.of(files) + " files", figures);
      }
      figures.atMost(MEMORY, "MB", server.peakMegabytes(), MEMORY_TARGET);
    }
    Scratch.delete(folder);
  }

  private static void pause(ServerProcess server) {
    try (Waybill waybill = Waybill.connect(server.http())) {
      waybill.pause("documents");
    }
  }

  private static void compare(double bare, double ours, String setting, Loopback figures) {
    figures.add(BARE, setting, "files/s", bare);
    figures.add(UPLOAD, setting, "files/s", ours);
    figures.ratio(UPLOAD, BARE, ours / bare, RATE_TARGET);
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
