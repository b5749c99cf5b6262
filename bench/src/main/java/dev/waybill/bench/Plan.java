package dev.waybill.bench;

import dev.waybill.bench.peer.Contender;
import java.time.Duration;
import java.util.List;

/// The amount of work.
///
/// @param repeats repeats per figure; the median counts
/// @param window the duration of one enqueue run
/// @param most the maximum number of jobs of an enqueue run
/// @param callers numbers of concurrent callers
/// @param batches numbers of jobs per call
/// @param drain the number of jobs per drain
/// @param slowDrain the same, for subjects that would need minutes
/// @param latency the duration of a latency run
/// @param stored the number of jobs in a full store, waiting or finished
/// @param sustained the duration of enqueueing and draining together
/// @param messages the number of messages in the search index
/// @param warmUp the number of jobs for the warm-up of each subject
/// @param documents the amount of work of the document service
public record Plan(
    int repeats,
    Duration window,
    int most,
    List<Integer> callers,
    List<Integer> batches,
    int drain,
    int slowDrain,
    Duration latency,
    int stored,
    Duration sustained,
    int messages,
    int warmUp,
    Documents documents) {

  /// @param files the number of files of 1 MB that are uploaded
  /// @param pages the number of pages that are ingested
  /// @param chunks the number of chunks in the index that is searched
  public record Documents(int files, int pages, int chunks) {}

  public static final int LATENCY_RATE = 50;

  static final Plan FULL =
      new Plan(
          3,
          Duration.ofSeconds(3),
          1_000_000,
          List.of(1, 4, 16, 64),
          List.of(1, 10, 100, 1_000),
          100_000,
          20_000,
          Duration.ofSeconds(60),
          1_000_000,
          Duration.ofSeconds(300),
          1_000_000,
          50_000,
          new Documents(1_000, 1_000, 100_000));

  static final Plan QUICK =
      new Plan(
          1,
          Duration.ofSeconds(1),
          200_000,
          List.of(1, 64),
          List.of(1, 100, 1_000),
          50_000,
          5_000,
          Duration.ofSeconds(5),
          100_000,
          Duration.ofSeconds(10),
          50_000,
          20_000,
          new Documents(100, 100, 10_000));

  Plan withRepeats(int times) {
    return new Plan(
        times, window, most, callers, batches, drain, slowDrain, latency, stored, sustained,
        messages, warmUp, documents);
  }

  Plan withSustained(Duration time) {
    return new Plan(
        repeats, window, most, callers, batches, drain, slowDrain, latency, stored, time, messages,
        warmUp, documents);
  }

  Plan withStored(int jobs) {
    return new Plan(
        repeats, window, most, callers, batches, drain, slowDrain, latency, jobs, sustained, jobs,
        warmUp, documents);
  }

  public int drain(Contender contender) {
    return contender.role() == Contender.Role.PEER ? slowDrain : drain;
  }

  /// Peers take minutes to store a million jobs; their rates are known to be nearly flat.
  public int stored(Contender contender) {
    return contender.role() == Contender.Role.PEER ? stored / 5 : stored;
  }
}
