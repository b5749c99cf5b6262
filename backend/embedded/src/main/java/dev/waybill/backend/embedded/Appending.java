package dev.waybill.backend.embedded;

import dev.waybill.Job;
import dev.waybill.backend.embedded.LiveJob.RequestKey;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Takes new jobs in. Request ids are looked up in the history first, on the caller's thread; the
/// machine then decides, and asks for another look where that one has become too old.
final class Appending {

  private final Writer writer;
  private final Archive archive;

  Appending(Writer writer, Archive archive) {
    this.writer = writer;
    this.archive = archive;
  }

  List<Appended> append(List<Draft> drafts, Function<JobKey, Job> find) {
    List<Appended> answers = new ArrayList<>(drafts.size());
    for (List<Draft> chunk : Chunks.of(drafts, Weights::draft, writer.commandBytes())) {
      List<Machine.Taken> taken = take(chunk);
      for (int i = 0; i < chunk.size(); i++) {
        answers.add(answer(chunk.get(i), taken.get(i), find));
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

  private static Appended answer(Draft draft, Machine.Taken taken, Function<JobKey, Job> find) {
    return switch (taken) {
      case Machine.Taken.Fresh fresh -> new Appended.New(fresh.job());
      case Machine.Taken.Full full -> new Appended.Full(full.limit());
      case Machine.Taken.Known known when known.fingerprint().equals(draft.fingerprint()) ->
          new Appended.Duplicate(find.apply(new JobKey(draft.key().tenant(), known.id())));
      case Machine.Taken.Known known -> new Appended.Conflict(known.id());
      case Machine.Taken.LookAgain _ -> throw new IllegalStateException("looked again already");
    };
  }
}
