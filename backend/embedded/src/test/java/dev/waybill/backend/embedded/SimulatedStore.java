package dev.waybill.backend.embedded;

import dev.waybill.JobId;
import dev.waybill.backend.embedded.history.Archive;
import dev.waybill.backend.embedded.history.PendingFacts;
import dev.waybill.backend.embedded.history.PendingJob;
import dev.waybill.backend.embedded.live.JobCodec;
import dev.waybill.backend.embedded.live.LedgerState;
import dev.waybill.backend.embedded.live.LiveJob;
import dev.waybill.backend.embedded.live.LiveState;
import dev.waybill.backend.embedded.live.Machine;
import dev.waybill.backend.embedded.live.Replayer;
import dev.waybill.backend.embedded.log.Frame;
import dev.waybill.backend.embedded.log.FrameReader;
import dev.waybill.backend.embedded.log.LogRecovery;
import dev.waybill.backend.embedded.log.Segment;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.settings.Quotas;
import dev.waybill.spi.JobKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The embedded store without threads and clock: the machine, the log and a map as history. The
/// simulation provides time and crashes.
final class SimulatedStore implements AutoCloseable, Archive {

  private static final int SEGMENT_BYTES = 1 << 20;

  private final Path folder;
  private final int maxLiveJobs;
  private final Map<JobId, PendingJob> archived = new HashMap<>();
  private final Map<LiveJob.RequestKey, Archive.Known> requests = new HashMap<>();
  private final Frame frame = new Frame();
  private SegmentedLog log;
  private LiveState state = new LiveState();
  private Machine machine;
  private long nextBatch;
  private long projected;

  SimulatedStore(Path folder, int maxLiveJobs) {
    this.folder = folder;
    this.maxLiveJobs = maxLiveJobs;
    log = new SegmentedLog(folder, SEGMENT_BYTES);
    machine = new Machine(state, maxLiveJobs, Quotas.NONE);
    log.roll(1);
    nextBatch = 1;
    projected = log.start() + Segment.HEADER;
  }

  Machine machine() {
    return machine;
  }

  LiveState state() {
    return state;
  }

  void begin(long now) {
    state.forget(projected);
    if (!log.hasRoom(256 << 10)) {
      log.roll(nextBatch);
    }
    frame.open(log.end());
    machine.begin(frame, now);
  }

  void commit() {
    if (!frame.isEmpty()) {
      append(frame.close(nextBatch++, machine.now(), log.salt()));
    }
  }

  private void append(ByteWriter bytes) {
    try {
      log.append(bytes);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Writes the frame as a power cut would leave it: with some bytes missing.
  void tear(int keptBytes) {
    if (!frame.isEmpty()) {
      ByteWriter whole = frame.close(nextBatch, machine.now(), log.salt());
      ByteWriter torn = cut(whole, Math.min(keptBytes, whole.size()));
      boolean nothingLost = java.util.Arrays.equals(torn.copy(), whole.copy());
      append(nothingLost ? cut(whole, 0) : torn);
    }
  }

  private static ByteWriter cut(ByteWriter whole, int kept) {
    ByteWriter torn = new ByteWriter(whole.size());
    torn.putRaw(whole.array(), 0, kept);
    torn.skip(whole.size() - kept);
    return torn;
  }

  /// Drops the state in memory and recovers from the log.
  void reopen() {
    log.close();
    log = new SegmentedLog(folder, SEGMENT_BYTES);
    state = new LiveState();
    LogRecovery recovery = new LogRecovery(log, folder);
    Replayer replayer = new Replayer(state, new LedgerState());
    recovery.replay(replayer);
    replayer.finish();
    nextBatch = recovery.nextBatch();
    machine = new Machine(state, maxLiveJobs, Quotas.NONE);
  }

  /// Projects the log to the history.
  void project() {
    try {
      while (projected < log.end()) {
        projectSegment();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void projectSegment() throws IOException {
    long number = SegmentedLog.segmentOf(projected);
    Segment segment = log.segment(number);
    if (segment == null) {
      throw new IllegalStateException("segment " + number + " was dropped too early");
    }
    FrameReader frames = new FrameReader(segment, SegmentedLog.offsetOf(projected));
    boolean last = number == SegmentedLog.segmentOf(log.end());
    int limit = last ? SegmentedLog.offsetOf(log.end()) : segment.capacity();
    PendingFacts run = new PendingFacts();
    while (frames.next(limit)) {
      run.add(frames.records());
    }
    run.jobs().forEach(this::archive);
    projected = last ? log.end() : SegmentedLog.position(number + 1, Segment.HEADER);
  }

  private void archive(JobId id, PendingJob seen) {
    PendingJob known = archived.getOrDefault(id, seen);
    if (seen.body != null) {
      known.body = seen.body;
    }
    if (seen.stepped) {
      known.attempt = seen.attempt;
    }
    known.state = seen.state;
    archived.put(id, known);
    byte[] body = known.body;
    if (body != null) {
      JobCodec.Birth birth = JobCodec.read(new ByteReader(body));
      dev.waybill.spi.Draft draft = birth.draft();
      String requestId = draft.job().requestId();
      if (requestId != null && draft.fingerprint() != null) {
        requests.put(
            new LiveJob.RequestKey(draft.key().tenant(), requestId),
            new Archive.Known(
                id,
                draft.fingerprint(),
                known.state,
                java.time.Instant.ofEpochMilli(birth.createdAt())));
      }
    }
  }

  @Override
  public Requests requests(List<LiveJob.RequestKey> keys) {
    return new Requests(projected, Map.copyOf(requests));
  }

  /// The request IDs of the history, as a caller would have read them.
  Requests requestsAsOf() {
    return new Requests(projected, requests);
  }

  @Override
  public Optional<Archived> load(JobKey key) {
    PendingJob job = archived.get(key.id());
    return job == null || job.body == null
        ? Optional.empty()
        : Optional.of(new Archived(projected, job.state, job.attempt, job.body));
  }

  @Override
  public void close() {
    log.close();
  }
}
