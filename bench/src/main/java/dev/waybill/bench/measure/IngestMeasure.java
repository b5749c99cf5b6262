package dev.waybill.bench.measure;

import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.ServerProcess;
import dev.waybill.bench.peer.Contender;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentState;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/// Processing one PDF file on a server with the local model: how much of the time is not spent on
/// embedding, and how many processors embedding uses.
public final class IngestMeasure implements Measure {

  static final String PAGES = "ingest with the local model, pages";
  static final String CHUNKS = "ingest with the local model, chunks";
  public static final String OTHER = "ingest, share of the time without embedding";
  public static final String PROCESSORS = "ingest, processors used by embedding";

  private static final double OTHER_TARGET = 0.25;
  private static final long LOOK_NANOS = 20_000_000;

  private final Scratch scratch;

  public IngestMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  /// A moment, and the processor time that the server has used until then.
  private record Mark(long nanos, Duration processor) {

    static Mark of(ServerProcess server) {
      return new Mark(System.nanoTime(), server.processorTime());
    }

    double secondsSince(Mark other) {
      return (nanos - other.nanos) / 1e9;
    }

    double processorsSince(Mark other) {
      return processor.minus(other.processor).toNanos() / (double) (nanos - other.nanos);
    }
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback figures = new Loopback(results);
    int pages = plan.documents().pages();
    try (ServerProcess server = ServerProcess.start(scratch);
        Waybill waybill = Waybill.connect(server.http())) {
      ingest(waybill, server, new Loopback(new Results(_ -> {})), Math.min(20, pages), 0);
      for (int i = 1; i <= plan.repeats(); i++) {
        ingest(waybill, server, figures, pages, i);
      }
    }
  }

  /// @param seed another one gives a file with other words, which is not known yet
  private static void ingest(
      Waybill waybill, ServerProcess server, Loopback figures, int pages, long seed) {
    NewFile file = new NewFile("pages.pdf", Payload.wrap(SamplePdf.of(pages, seed)));
    Mark began = Mark.of(server);
    String id =
        waybill
            .documents()
            .upload(NewUpload.to("bench"), List.of(file))
            .documents()
            .getFirst()
            .id();
    await(waybill, id, DocumentState.CHUNKED);
    Mark chunked = Mark.of(server);
    await(waybill, id, DocumentState.EMBEDDED);
    Mark embedded = Mark.of(server);
    Document ready = await(waybill, id, DocumentState.READY);
    Mark ended = Mark.of(server);
    double all = ended.secondsSince(began);
    int chunks = Objects.requireNonNull(ready.progress().indexed()).chunks();
    figures.add(PAGES, Numbers.of(pages) + " pages", "pages/s", pages / all);
    figures.add(CHUNKS, Numbers.of(chunks) + " chunks", "chunks/s", chunks / all);
    figures.atMost(OTHER, "ratio", 1 - embedded.secondsSince(chunked) / all, OTHER_TARGET);
    figures.add(PROCESSORS, "", "processors", embedded.processorsSince(chunked));
  }

  /// The document when it is at least in this state.
  private static Document await(Waybill waybill, String id, DocumentState state) {
    Document document = waybill.documents().get(id);
    while (document.state().rank() < state.rank()) {
      LockSupport.parkNanos(LOOK_NANOS);
      document = waybill.documents().get(id);
    }
    if (document.state() == DocumentState.FAILED) {
      throw new IllegalStateException("not ingested: " + document.progress().failure());
    }
    return document;
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
