package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.LiveJob.RequestKey;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Takes new jobs in. Request ids are looked up in the history first, on the caller's thread; the
/// machine then decides, and asks for another look where that one has become too old.
final class Appending {

  private static final int LOOKS = 10;

  private final Writer writer;
  private final Archive archive;

  Appending(Writer writer, Archive archive) {
    this.writer = writer;
    this.archive = archive;
  }

  List<Appended> append(List<Draft> drafts, Function<JobKey, Optional<Job>> find) {
    List<Appended> answers = new ArrayList<>(drafts.size());
    for (List<Draft> chunk : Chunks.of(drafts, Weights::draft, writer.commandBytes())) {
      List<Machine.Taken> taken = take(chunk);
      for (int i = 0; i < chunk.size(); i++) {
        answers.add(answer(chunk.get(i), taken.get(i), find, LOOKS));
      }
    }
    return answers;
  }

  private List<Machine.Taken> take(List<Draft> drafts) {
    List<RequestKey> keys = new ArrayList<>();
    int weight = 0;
    for (Draft draft : drafts) {
      weight += Weights.draft(draft);
      String requestId = draft.job().requestId();
      if (requestId != null) {
        keys.add(new RequestKey(draft.key().tenant(), requestId));
      }
    }
    Archive.Requests archived =
        keys.isEmpty() ? Archive.Requests.NOT_NEEDED : archive.requests(keys);
    List<Machine.Taken> taken =
        writer.call(new Ask<>(weight, machine -> take(machine, drafts, archived)));
    return lookAgain(drafts, taken);
  }

  private static List<Machine.Taken> take(
      Machine machine, List<Draft> drafts, Archive.Requests archived) {
    List<Machine.Taken> taken = new ArrayList<>(drafts.size());
    for (Draft draft : drafts) {
      taken.add(machine.append(draft, archived));
    }
    return taken;
  }

  private List<Machine.Taken> lookAgain(List<Draft> drafts, List<Machine.Taken> taken) {
    for (int i = 0; i < taken.size(); i++) {
      if (taken.get(i) instanceof Machine.Taken.LookAgain) {
        taken.set(i, take(List.of(drafts.get(i))).getFirst());
      }
    }
    return taken;
  }

  private Appended answer(
      Draft draft, Machine.Taken taken, Function<JobKey, Optional<Job>> find, int looks) {
    return switch (taken) {
      case Machine.Taken.Fresh fresh -> new Appended.New(fresh.job());
      case Machine.Taken.Refused refused -> refused.answer();
      case Machine.Taken.Known known when known.fingerprint().equals(draft.fingerprint()) ->
          repeated(draft, known, find, looks);
      case Machine.Taken.Known known -> new Appended.Conflict(known.id());
      case Machine.Taken.LookAgain _ -> throw new IllegalStateException("looked again already");
    };
  }

  /// A job that was deleted or pruned at this very moment is looked for again.
  private Appended repeated(
      Draft draft, Machine.Taken.Known known, Function<JobKey, Optional<Job>> find, int looks) {
    if (known.pruned() != null) {
      return known.pruned();
    }
    Optional<Job> job = find.apply(new JobKey(draft.key().tenant(), known.id()));
    if (job.isPresent()) {
      return new Appended.Duplicate(job.get());
    }
    if (looks == 0) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          "job " + known.id() + " was deleted while its request ID was looked up; retry");
    }
    return answer(draft, take(List.of(draft)).getFirst(), find, looks - 1);
  }
}
