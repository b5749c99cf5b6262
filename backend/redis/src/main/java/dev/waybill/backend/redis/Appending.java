package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import java.time.Instant;
import java.util.List;

/// Stores new jobs.
final class Appending {

  private static final int AT_ONCE = 128;

  private final RedisLink link;
  private final ServerTime time;
  private final Settings settings;
  private final SharedCalls<Draft, Appended> calls = new SharedCalls<>(this::send);

  Appending(RedisLink link, ServerTime time, Settings settings) {
    this.link = link;
    this.time = time;
    this.settings = settings;
  }

  List<Appended> append(List<Draft> drafts) {
    return calls.call(drafts);
  }

  private List<Appended> send(List<Draft> drafts) {
    return Batches.call(
        link,
        drafts,
        new Batches.Plan<>(
            draft -> link.shardOf(draft.key().tenant()),
            this::call,
            (call, draft) -> call.with(JobArguments.meta(draft)).with(JobArguments.draft(draft)),
            this::answer),
        AT_ONCE);
  }

  /// The limit of live jobs holds for each shard; there is only one unless Redis is a cluster.
  private Call.Builder call(Call.Prefix shard) {
    return Call.text("append", shard)
        .with(time.argument())
        .with(settings.maxLiveJobs())
        .with(settings.quotas().liveJobs())
        .with(settings.quotas().liveBytes());
  }

  private Appended answer(ByteReader in) {
    int answer = in.get1();
    State state = JobCodes.state(in.get1());
    Instant createdAt = Instant.ofEpochMilli(in.get8());
    JobId id = JobBytes.readId(in);
    return switch (answer) {
      case 'N' -> new Appended.New(id, state, createdAt);
      case 'D' -> new Appended.Duplicate(id, state, createdAt);
      case 'C' -> new Appended.Conflict(id);
      case 'F' -> new Appended.Full(settings.maxLiveJobs());
      case 'J' -> new Appended.OverQuota(Appended.Quota.LIVE_JOBS, settings.quotas().liveJobs());
      case 'B' -> new Appended.OverQuota(Appended.Quota.LIVE_BYTES, settings.quotas().liveBytes());
      default -> throw new WaybillException(Code.CORRUPT, "unknown answer to a job: " + answer);
    };
  }
}
